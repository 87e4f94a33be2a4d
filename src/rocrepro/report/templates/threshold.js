(() => {
  const box = document.getElementById("control");
  if (!box) return;
  const given = JSON.parse(document.getElementById("control-data").textContent);
  const form = box.querySelector("form");
  const { model: choice, t: typed, p: mix, at: slider } = form.elements;
  const MINUS = "−";
  const ADDRESS = "control";
  const NAMES = {
    sensitivity: "sensitivity (recall)", specificity: "specificity", ppv: "positive predictive value (precision)",
    npv: "negative predictive value", accuracy: "accuracy", lean: `(fn ${MINUS} fp)/n`, cost: "cost per row",
    benefit: "net benefit",
  };
  const state = { model: given.first, at: 0, p: given.prevalence };
  const model = () => given.models[state.model];
  const last = () => model().threshold.length - 1;

  // Words and numbers.
  const fixed = (value, digits = 3) => Number.isFinite(value)
    ? value.toFixed(digits).replace(/^-(0\.?0*)$/, "$1").replace("-", MINUS) : "not defined";
  const short = (value) => value === null ? "above every score" : String(Number(value.toPrecision(4))).replace("-", MINUS);
  // A threshold in as many digits as part it from the scores of the points beside it.
  function cutWords(one, at) {
    const value = numbers.cut(one, at);
    const used = value !== null && one.go["in use"] === at ? " (in use)" : "";
    if (value === null) return short(value);
    for (let digits = 4; digits < 17; digits += 1) {
      const shown = Number(value.toPrecision(digits));
      const above = one.threshold[at] ?? Infinity;
      if (shown <= Math.max(value, above) && (at === last() || shown > one.threshold[at + 1])) return String(shown).replace("-", MINUS) + used;
    }
    return String(value).replace("-", MINUS) + used;
  }
  const exact = (value) => value === null ? "inf" : String(value);
  const count = (value) => value.toLocaleString("en");
  const percent = (share) => `${Number((100 * share).toPrecision(4))} %`;
  const interval = (one, digits = 3) => Number.isFinite(one.low) && Number.isFinite(one.high)
    ? `${fixed(one.low, digits)} to ${fixed(one.high, digits)}` : "";
  const leaning = (one) => one.none ? "no lean shown" : one.value > 0 ? "leans towards missing" : "leans towards flagging";

  // Places on the plots, each on the unit square; the vertical axis of the last two has a scale of its own.
  function scale() {
    const all = model().threshold;
    const ends = model().probabilities ? [0, 1] : [all[last()], all[Math.min(1, last())]];
    const place = (value) => value === null || ends[1] <= ends[0] ? 1
      : Math.min(Math.max((value - ends[0]) / (ends[1] - ends[0]), 0), 1);
    return { ends, place };
  }
  const own = (one) => one.n_pos / (one.n_pos + one.n_neg);
  const top = () => Math.max(...[own(model()), ...(state.p === null ? [] : [state.p])].map(
    (v) => Math.max(given.cost_fn * v, given.cost_fp * (1 - v))));
  const best = () => Math.max(own(model()), state.p === null ? 0 : state.p);
  const PLOTS = {
    roc: {
      x: "false positive rate", y: "true positive rate",
      of: (one, at) => [one.fp[at] / one.n_neg, one.tp[at] / one.n_pos],
    },
    pr: {
      x: "recall", y: "precision",
      of: (one, at, v) => [one.tp[at] / one.n_pos, numbers.precision(one, at, v)],
    },
    cost: {
      x: "threshold", y: "cost per row", own: true, top: () => top(),
      of: (one, at, v) => [scale().place(numbers.cut(one, at)), numbers.cost(one, at, given, v) / top()],
    },
    nb: {
      x: "threshold, as a probability", y: "net benefit", own: true, top: () => best(), bottom: -0.25,
      of: (one, at, v) => [numbers.probability(numbers.cut(one, at)), Math.max(numbers.benefit(one, at, v) / best(), -0.25)],
    },
  };
  const LEFT = 62, RIGHT = 330, TOP = 8, BOTTOM = 258;
  const across = (x) => LEFT + x * (RIGHT - LEFT);
  const up = (y, plot) => BOTTOM - (y - (plot.bottom || 0)) / (1 - (plot.bottom || 0)) * (BOTTOM - TOP);

  function draw(tag, attributes, text = "") {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
    if (text) made.textContent = text;
    return made;
  }
  function path(points, plot, name) {
    const line = points.map(([x, y], i) => `${i ? "L" : "M"}${across(x).toFixed(1)} ${up(y, plot).toFixed(1)}`);
    return draw("path", { d: line.join(""), class: name });
  }
  const points = (one, plot, v) => one.threshold.map((_, at) => plot.of(one, at, v));

  function axes(plot, key) {
    const parts = [draw("path", { d: `M${LEFT} ${TOP}V${BOTTOM}H${RIGHT}`, class: "frame" })];
    const { ends } = scale();
    for (const x of [0, 0.5, 1]) {
      const value = key === "cost" ? ends[0] + x * (ends[1] - ends[0]) : x;
      const anchor = x === 1 ? "end" : "middle";
      parts.push(draw("text", { x: across(x), y: BOTTOM + 16, "text-anchor": anchor }, short(value)));
    }
    for (const y of plot.bottom ? [plot.bottom, 0, 0.5, 1] : [0, 0.5, 1]) {
      const value = y * (plot.top ? plot.top() : 1);
      parts.push(draw("text", { x: LEFT - 6, y: up(y, plot) + 4, "text-anchor": "end" }, String(Number(value.toPrecision(2))).replace("-", MINUS)));
    }
    parts.push(draw("text", { x: (LEFT + RIGHT) / 2, y: BOTTOM + 34, "text-anchor": "middle" }, plot.x));
    const turn = `rotate(-90 12 ${(TOP + BOTTOM) / 2})`;
    parts.push(draw("text", { x: 12, y: (TOP + BOTTOM) / 2, "text-anchor": "middle", transform: turn }, plot.y));
    if (key === "roc") parts.push(path([[0, 0], [1, 1]], plot, "guide"));
    if (plot.bottom) {
      parts.push(path([[0, 0], [1, 0]], plot, "guide"), path(flagAll(plot), plot, "guide"));
    }
    if (key === "pr") parts.push(path([[0, own(model())], [1, own(model())]], plot, "guide"));
    return parts;
  }

  // Net benefit of flagging every row, at every probability.
  function flagAll(plot) {
    const v = own(model());
    return Array.from({ length: 100 }, (_, i) => i / 100).map((t) => [t, (v - (1 - v) * t / (1 - t)) / best()])
      .filter(([, y]) => y >= plot.bottom);
  }

  // Curves change with the model and the prevalence, the point with every step.
  function drawCurves() {
    for (const svg of box.querySelectorAll(".curve")) {
      const key = svg.dataset.plot;
      const plot = PLOTS[key];
      if (key === "nb" && !model().probabilities) {
        svg.replaceChildren(draw("text", { x: 170, y: 140, "text-anchor": "middle" }, "no net benefit: scores are not probabilities"));
        continue;
      }
      const parts = axes(plot, key);
      if (!plot.own) {
        for (const one of given.models) if (one !== model()) parts.push(path(points(one, plot, own(one)), plot, "other"));
      }
      parts.push(path(points(model(), plot, own(model())), plot, "own"));
      if (state.p !== null && key !== "roc") parts.push(path(points(model(), plot, state.p), plot, "there"));
      svg.replaceChildren(...parts, draw("circle", { r: 6, class: "there", cx: -9, cy: -9 }), draw("circle", { r: 7, class: "here", cx: -9, cy: -9 }));
    }
    const others = given.models.length > 1 ? "; thin: the other models" : "";
    const there = state.p === null ? "" : `; dashed: at prevalence ${percent(state.p)}`;
    box.querySelector(".key-line").textContent = `Solid: ${model().name} on these rows${there}${others}. Dotted: guessing, and the net benefit of flagging every row or no row.`;
  }

  function movePoint() {
    for (const svg of box.querySelectorAll(".curve")) {
      const key = svg.dataset.plot;
      for (const circle of svg.querySelectorAll("circle")) {
        const v = circle.classList.contains("there") ? state.p : own(model());
        if (v === null || (key === "roc" && circle.classList.contains("there"))) continue;
        const [x, y] = PLOTS[key].of(model(), state.at, v);
        circle.setAttribute("cx", across(x).toFixed(1));
        circle.setAttribute("cy", up(y, PLOTS[key]).toFixed(1));
      }
    }
  }

  function cell(one, key) {
    const made = document.createElement("td");
    made.className = "n";
    made.textContent = fixed(one.value, key === "cost" || key === "benefit" ? 4 : 3);
    const more = [interval(one), key === "lean" ? leaning(one) : ""].filter(Boolean);
    if (more.length) made.append(Object.assign(document.createElement("small"), { textContent: more.join("; ") }));
    return made;
  }

  function showNumbers() {
    const now = numbers.cells(model(), state.at);
    for (const name of ["tp", "fn", "fp", "tn"]) {
      const place = box.querySelector(`[data-cell=${name}]`);
      place.textContent = count(now[name]);
      if (state.p === null) continue;
      const share = { tp: state.p * now.tp / model().n_pos, fn: state.p * now.fn / model().n_pos,
        fp: (1 - state.p) * now.fp / model().n_neg, tn: (1 - state.p) * now.tn / model().n_neg }[name];
      place.append(Object.assign(document.createElement("small"), { textContent: `${fixed(1000 * share, 1)} in 1,000` }));
    }
    const level = `${Number((100 * (1 - given.alpha)).toPrecision(6))} %`;
    const there = state.p === null ? "" : `; small print: expected in 1,000 rows at prevalence ${percent(state.p)}`;
    box.querySelector(".matrix-at caption").textContent = `Rows at threshold ${cutWords(model(), state.at)}${there}`;
    box.querySelector(".measures-at caption").textContent = `Measures with ${level} intervals (Wilson's for shares)`;
    const head = box.querySelector(".measures-at .there");
    head.hidden = state.p === null;
    head.textContent = state.p === null ? "" : `at prevalence ${percent(state.p)}`;
    box.querySelector(".measures-at tbody").replaceChildren(...numbers.measures(model(), state.at, given, state.p).map((one) => {
      const row = document.createElement("tr");
      row.dataset.key = one.key;
      const name = Object.assign(document.createElement("th"), { scope: "row", textContent: NAMES[one.key] });
      row.append(name, cell(one.here, one.key));
      if (one.there) row.append(cell(one.there, one.key));
      return row;
    }));
    const lean = numbers.lean(now.fn, now.fp, now.n, [1, 1], given.z);
    const verdict = lean.none ? "the errors show no lean" : lean.value > 0
      ? "the errors lean towards missing positive rows" : "the errors lean towards flagging negative rows";
    return `${model().name}, threshold ${cutWords(model(), state.at)}: finds ${count(now.tp)} of ${count(model().n_pos)} `
      + `positive rows, wrongly flags ${count(now.fp)} of ${count(model().n_neg)}; ${verdict} (Tango's interval ${interval(lean)}).`;
  }

  function show({ curves = true, keep = false } = {}) {
    if (curves) drawCurves();
    slider.max = last();
    slider.value = last() - state.at; // to the right is up
    const words = showNumbers();
    slider.setAttribute("aria-valuetext", `threshold ${cutWords(model(), state.at)}`);
    choice.value = String(state.model);
    if (document.activeElement !== typed) typed.value = numbers.cut(model(), state.at) ?? "";
    if (document.activeElement !== mix) mix.value = state.p ?? "";
    movePoint();
    box.querySelector(".says").textContent = words;
    if (keep) history.replaceState(null, "", `#${address()}`);
  }

  // The address: model by its name, threshold with all its digits.
  function address() {
    const parts = [ADDRESS, `model=${encodeURIComponent(model().name)}`, `t=${exact(model().threshold[state.at])}`];
    if (state.p !== null && state.p !== given.prevalence) parts.push(`p=${state.p}`);
    return parts.join("&");
  }
  function nearest(value) {
    if (value === Infinity) return 0;
    // A threshold between two scores predicts what the next score above it does.
    const all = model().threshold;
    if (all.length === model().n_points) return Math.max(all.findLastIndex((one) => one === null || one >= value), 0);
    let found = 1;
    for (let at = 1; at <= last(); at += 1) if (Math.abs(all[at] - value) < Math.abs(all[found] - value)) found = at;
    return found;
  }
  const prevalence = (text) => text.trim() !== "" && Number(text) > 0 && Number(text) < 1 ? Number(text) : null;
  function start(one) {
    return Object.values(one.go).length ? one.go["in use"] ?? Object.values(one.go)[0] : 0;
  }
  function read() {
    const [name, ...parts] = location.hash.slice(1).split("&");
    if (name !== ADDRESS) return false;
    const asked = new URLSearchParams(parts.join("&"));
    const found = given.models.findIndex((one) => one.name === asked.get("model"));
    state.model = Math.max(found, 0);
    state.p = asked.has("p") ? prevalence(asked.get("p")) : given.prevalence;
    const t = asked.get("t");
    const value = t === "inf" ? Infinity : Number(t);
    state.at = t === null || Number.isNaN(value) ? start(model()) : nearest(value);
    return true;
  }

  function buttons() {
    const row = box.querySelector(".go");
    row.replaceChildren("Go to", ...Object.entries(model().go).map(([word, at]) => {
      const button = Object.assign(document.createElement("button"), { type: "button", textContent: word });
      button.addEventListener("click", () => { state.at = at; show({ curves: false, keep: true }); });
      return button;
    }));
    row.hidden = !Object.keys(model().go).length;
  }

  function pick(event) {
    const svg = event.currentTarget;
    const plot = PLOTS[svg.dataset.plot];
    if (svg.dataset.plot === "nb" && !model().probabilities) return;
    const frame = svg.getBoundingClientRect();
    const x = (event.clientX - frame.left) / frame.width * 340;
    const y = (event.clientY - frame.top) / frame.height * 300;
    let least = Infinity;
    points(model(), plot, own(model())).forEach(([a, b], at) => {
      const apart = Math.hypot(across(a) - x, up(b, plot) - y);
      if (apart < least) { least = apart; state.at = at; }
    });
    show({ curves: false, keep: true });
  }

  choice.addEventListener("change", () => {
    const before = model().threshold[state.at];
    state.model = Number(choice.value);
    state.at = nearest(before === null ? Infinity : before);
    buttons();
    show({ keep: true });
  });
  slider.addEventListener("input", () => { state.at = last() - Number(slider.value); show({ curves: false, keep: true }); });
  typed.addEventListener("change", () => {
    if (typed.value !== "") state.at = nearest(Number(typed.value));
    show({ curves: false, keep: true });
    typed.value = numbers.cut(model(), state.at) ?? "";
  });
  mix.addEventListener("change", () => { state.p = prevalence(mix.value); show({ keep: true }); mix.value = state.p ?? ""; });
  form.addEventListener("submit", (event) => event.preventDefault());
  for (const svg of box.querySelectorAll(".curve")) {
    svg.addEventListener("pointerdown", pick);
    svg.addEventListener("pointermove", (event) => { if (event.buttons) pick(event); });
  }
  addEventListener("hashchange", () => { if (read()) { buttons(); show(); box.scrollIntoView(); } });

  document.documentElement.classList.add("js"); // no smooth scrolling: the control is to be there at once
  box.hidden = false;
  state.at = start(model());
  const asked = read();
  buttons();
  show();
  if (asked) box.scrollIntoView();
})();
