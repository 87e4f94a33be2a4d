"use strict";
(() => {
  const form = document.querySelector(".filters");
  const hits = form.querySelector(".hits");
  const choice = document.querySelector(".choice");
  const keys = ["q", "verdict", "paper", "engine", "kind", "turned"];
  const verdicts = Array.from(form.elements.verdict.options).slice(1).map((option) => option.value);
  const groups = Array.from(document.querySelectorAll("#claims .group"), (box) => ({
    box,
    claims: [],
    size: box.querySelector(".gn"),
  }));
  const claims = groups.flatMap((group) => Array.from(group.box.querySelectorAll(".claim"), (item) => {
    const claim = {
      item,
      details: item.firstElementChild,
      group,
      paper: group.box.dataset.paper,
      kind: item.dataset.k,
      marks: item.dataset.v.split(" ").map((mark) => mark.split(":")),
      text: "",
    };
    group.claims.push(claim);
    return claim;
  }));
  const byId = new Map(claims.map((claim) => [claim.item.id, claim]));
  const sections = Array.from(document.querySelectorAll(".paper"));
  let kept = ""; // the statement or case that the address names: shown whatever the filter says
  let turned = {}; // other verdicts under the choice, by id and engine
  let timer = 0;
  let parsed = null;

  const data = () => {
    parsed ||= JSON.parse(document.getElementById("ledger").textContent);
    return parsed;
  };
  const make = (tag, name = "", ...parts) => {
    const made = document.createElement(tag);
    if (name) made.className = name;
    made.append(...parts);
    return made;
  };
  const slug = (text) => text.replace(/[^a-z0-9]+/g, "_");
  const nameOf = (input) => input.type === "checkbox" ? (input.checked ? input.value : "") : input.value.trim();
  const state = () => Object.fromEntries(keys.map((key) => [key, nameOf(form.elements[key])]));

  // Cases, made when they are asked for.
  function mark(engine, verdict) {
    const box = make("span", `v v-${slug(verdict)}`);
    box.innerHTML = `<svg class="m" aria-hidden="true"><use href="#m-${slug(verdict)}"/></svg> `;
    box.append(make("span", "", verdict));
    if (engine) box.append(" ", make("i", "", data().engines[engine] || engine));
    return box;
  }

  function link(href, text) {
    const made = make("a", "", text);
    made.href = href;
    return made;
  }

  function values(one) {
    const table = make("table");
    const head = table.createTHead().insertRow();
    head.insertCell();
    for (const [engine] of one.marks) {
      const cell = make("th", "", data().engines[engine] || "all");
      cell.scope = "col";
      head.append(cell);
    }
    const body = table.createTBody();
    for (const [name, cells] of one.lines) {
      const cell = make("th", "", name);
      cell.scope = "row";
      const row = body.insertRow();
      row.append(cell, ...cells.map((text) => make("td", "", text)));
    }
    const box = make("div", "wide", table);
    box.tabIndex = 0;
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", "Values by engine");
    return box;
  }

  function source(one) {
    const cells = (one.cell || []).map((pair) => pair.join(" ")).join(", ");
    if (!one.file) return cells;
    return make("span", "", link(`../${one.file}`, one.file), cells && `: ${cells}`);
  }

  function files(names) {
    if (names.length > 3) return link("#data", "all data sets of the paper");
    const found = names.flatMap((name) => Object.entries(data().files[name] || {}).flatMap(([file, digest]) => [
      ", ", link(`#data-${name}`, file), " ", make("code", "", digest.slice(0, 12)),
    ]));
    return found.length ? make("span", "", ...found.slice(1)) : "";
  }

  function evidence(one) {
    const several = one.marks.length > 1 && one.lines;
    const list = (name, pairs) => make("dl", name, ...pairs.filter(([, content]) => content).map(
      ([word, content]) => make("div", "", make("dt", "", word), make("dd", "", content)),
    ));
    const box = make("div", "body");
    box.append(list("", [
      ["reading", one.reading],
      ["printed", one.printed],
      ["rule", one.rule],
      ...(several ? [] : (one.lines || []).map(([name, cells]) => [name, cells[0]])),
    ]));
    if (several) box.append(values(one));
    if (one.strip) box.insertAdjacentHTML("beforeend", one.strip);
    if (one.note) box.append(make("p", "remark", one.note));
    box.append(list("src", [
      [one.file ? "read from" : "computed", source(one)],
      ["made by", one.made && `rule ${one.made}, judged by rule claims`],
      ["raw files", files(one.data || [])],
      ["kind, basis", one.kind],
      ["case", link(`#${one.id}`, one.id)],
    ]));
    return box;
  }

  function caseOf(one) {
    const marks = make("span", "vs", ...one.marks.map(([engine, verdict]) => mark(engine, verdict)));
    const says = make("span", "says", one.says || one.id);
    const details = make("details", "case", make("summary", "", marks, says, make("span", "nums", one.short || "")));
    details.dataset.id = one.id;
    details.addEventListener("toggle", () => {
      if (details.open && details.children.length === 1) details.append(evidence(one));
    });
    return details;
  }

  function unfold(item) {
    const box = item.querySelector(".ev");
    const cases = data().cases[item.id];
    if (!cases || box.querySelector(".cases")) return;
    const list = make("div", "cases");
    if (cases.length === 1) list.append(evidence(cases[0]));
    else list.append(...cases.map(caseOf));
    box.append(list);
  }

  // Of an address: the statement that it names, or that its case belongs to.
  function statementOf(name) {
    if (document.getElementById(name)) return name;
    const plain = name.replace(/^claim-/, "");
    if (document.getElementById(plain)) return plain;
    const found = Object.entries(data().cases).find(([, cases]) => cases.some((one) => one.id === plain));
    return found ? found[0] : data().retired[plain] || "";
  }

  // The choice: other verdicts in place of ours.
  function choose() {
    turned = choice.elements.choice.value ? data().turned[choice.elements.choice.value] || {} : {};
    for (const one of document.querySelectorAll("[data-of] .v")) {
      const other = (turned[one.closest("[data-of]").dataset.of] || {})[one.dataset.e];
      one.dataset.was ||= Array.from(one.classList).find((name) => name.startsWith("v-")).slice(2);
      one.dataset.word ||= one.querySelector("span").textContent;
      const now = other ? slug(other) : one.dataset.was;
      one.className = `v v-${now}${other ? " turned" : ""}`;
      one.querySelector("use").setAttribute("href", `#m-${now}`);
      one.querySelector("span").textContent = other ? `${other}, was ${one.dataset.word}` : one.dataset.word;
    }
    const rows = Array.from(document.querySelectorAll(".matrix [data-of]"));
    for (const row of rows) row.classList.toggle("moved", row.dataset.of in turned);
    const said = choice.querySelector("output");
    said.textContent = "";
    if (!choice.elements.choice.value) return;
    const statements = claims.filter((claim) => claim.kind === "statement" && claim.item.id in turned).length;
    const conclusions = rows.filter((row) => row.dataset.of in turned).length;
    const where = new URLSearchParams({ choice: choice.elements.choice.value, turned: 1 });
    said.append(`${conclusions} of ${rows.length} conclusions change, and `, link(`#${where}`, `${statements} statements`));
  }

  // The filter.
  const words = (claim) => {
    claim.text ||= `${claim.item.id} ${claim.details.firstElementChild.textContent}`.toLowerCase().replace(/\s+/g, " ");
    return claim.text;
  };
  const fits = (claim, want, terms) => (!want.paper || claim.paper === want.paper)
    && (!want.kind || claim.kind === want.kind)
    && (!want.turned || claim.item.id in turned)
    && claim.marks.some(([engine, verdict]) => (!want.engine || engine === want.engine)
      && (!want.verdict || verdicts[verdict] === want.verdict))
    && terms.every((term) => words(claim).includes(term));

  function apply() {
    const want = state();
    const filtering = keys.some((key) => want[key]);
    const terms = want.q.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const group of groups) {
      let shown = 0;
      for (const claim of group.claims) {
        const fit = fits(claim, want, terms);
        found += fit;
        const hidden = !fit && claim.item.id !== kept;
        if (claim.item.hidden !== hidden) claim.item.hidden = hidden;
        shown += !hidden;
      }
      group.box.hidden = shown === 0;
      const size = filtering ? `${shown} of ${group.claims.length}` : `${group.claims.length}`;
      if (group.size.textContent !== size) group.size.textContent = size;
      if (filtering) group.box.open = true;
    }
    for (const section of sections) {
      section.hidden = filtering && !section.querySelector(".group:not([hidden])");
    }
    document.documentElement.classList.toggle("filtering", filtering);
    hits.textContent = filtering ? `${found} of ${claims.length} statements${found ? "" : ": clear the filter to see them"}` : `${claims.length} statements`;
    return filtering;
  }

  function address() {
    const given = { ...state(), choice: choice.elements.choice.value };
    const parts = new URLSearchParams(Object.entries(given).filter(([, value]) => value)).toString();
    const hash = [kept, parts].filter(Boolean).join("&");
    history.replaceState(null, "", hash ? `#${hash}` : location.href.split("#")[0]);
  }

  function show(name, asked) {
    const item = document.getElementById(name);
    const claim = byId.get(name);
    if (claim) {
      claim.item.hidden = false;
      claim.group.box.hidden = false;
      claim.group.box.open = true;
      claim.item.closest(".paper").hidden = false;
    }
    item.firstElementChild.open = true;
    unfold(item);
    const inner = Array.from(item.querySelectorAll(".case")).find((one) => one.dataset.id === asked);
    if (inner) inner.open = true;
    (inner || item).scrollIntoView();
    (inner || item.firstElementChild).firstElementChild.focus({ preventScroll: true });
  }

  function follow() {
    const parts = location.hash.slice(1).split("&").filter(Boolean);
    const asked = parts.length && !parts[0].includes("=") ? decodeURIComponent(parts.shift()) : "";
    const given = new URLSearchParams(parts.join("&"));
    if (parts.length || !asked) {
      for (const key of keys) {
        if (key === "turned") form.elements.turned.checked = Boolean(given.get(key));
        else form.elements[key].value = given.get(key) || "";
      }
      if (choice.elements.choice.value !== (given.get("choice") || "")) {
        choice.elements.choice.value = given.get("choice") || "";
        choose();
      }
    }
    const name = asked && statementOf(asked);
    const target = name && document.getElementById(name);
    const claim = target && target.classList.contains("claim");
    kept = claim ? name : "";
    const filtering = parts.length || !asked ? apply() : false;
    if (claim) {
      show(name, asked.replace(/^claim-/, ""));
      return;
    }
    if (target) {
      if (target.closest(".paper") && document.documentElement.classList.contains("filtering")) {
        form.reset();
        apply();
      }
      for (let box = target.closest("details"); box; box = box.parentElement.closest("details")) box.open = true;
      target.scrollIntoView();
    } else if (filtering) {
      document.getElementById("claims").scrollIntoView();
    }
  }

  document.documentElement.classList.add("js");
  form.hidden = false;
  choice.hidden = !choice.querySelector("optgroup");
  form.addEventListener("submit", (event) => event.preventDefault());
  choice.addEventListener("submit", (event) => event.preventDefault());
  choice.addEventListener("change", () => {
    choose();
    if (form.elements.turned.checked) apply();
    address();
  });
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      kept = "";
      apply();
      address();
    }, 120);
  });
  form.addEventListener("reset", () => setTimeout(() => {
    kept = "";
    apply();
    address();
  }));
  document.addEventListener("toggle", (event) => {
    const item = event.target.parentElement;
    if (!item || !item.classList.contains("claim")) return;
    if (event.target.open) {
      unfold(item);
      kept = item.id;
    } else if (kept === item.id) kept = "";
    const asked = decodeURIComponent(location.hash.slice(1).split("&")[0]);
    if (!kept || asked.includes("=") || !asked || statementOf(asked) !== kept) address(); // else a case of it
  }, true);
  addEventListener("hashchange", follow);
  apply();
  follow();
  // Once loaded, the browser goes to the address by itself, and takes the focus away.
  addEventListener("load", () => setTimeout(() => kept && follow()));
})();
