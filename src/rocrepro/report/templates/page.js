"use strict";
(() => {
  const form = document.querySelector(".filters");
  const hits = form.querySelector(".hits");
  const keys = ["q", "verdict", "paper", "engine", "kind"];
  const verdicts = Array.from(form.elements.verdict.options).slice(1).map((option) => option.value);
  const groups = Array.from(document.querySelectorAll(".group"), (box) => ({
    box,
    claims: [],
    size: box.querySelector(".gn"),
  }));
  const claims = groups.flatMap((group) => Array.from(group.box.querySelectorAll(".claim"), (item) => {
    const details = item.firstElementChild;
    const claim = {
      item,
      details,
      group,
      paper: item.closest(".paper").dataset.paper,
      kind: item.dataset.k,
      marks: item.dataset.v.split(" ").map((mark) => mark.split(":")),
      text: "",
    };
    group.claims.push(claim);
    return claim;
  }));
  const byId = new Map(claims.map((claim) => [claim.item.id, claim]));
  const sections = Array.from(document.querySelectorAll(".paper"));
  let kept = null; // the claim that the address names: shown whatever the filter says
  let timer = 0;

  const state = () => Object.fromEntries(keys.map((key) => [key, form.elements[key].value.trim()]));
  const words = (claim) => {
    claim.text ||= `${claim.item.id} ${claim.item.textContent}`.toLowerCase().replace(/\s+/g, " ");
    return claim.text;
  };
  const fits = (claim, want, terms) => (!want.paper || claim.paper === want.paper)
    && (!want.kind || claim.kind === want.kind)
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
        claim.item.hidden = !fit && claim !== kept;
        shown += !claim.item.hidden;
      }
      group.box.hidden = shown === 0;
      group.size.textContent = filtering ? `${shown} of ${group.claims.length}` : group.claims.length;
      if (filtering) group.box.open = shown > 0;
      else group.box.open = Boolean(kept) && kept.group === group;
    }
    for (const section of sections) {
      section.hidden = filtering && !section.querySelector(".group:not([hidden])");
    }
    document.documentElement.classList.toggle("filtering", filtering);
    hits.textContent = filtering ? `${found} of ${claims.length} claims${found ? "" : ": clear the filter to see them"}` : `${claims.length} claims`;
    return filtering;
  }

  function address() {
    const parts = new URLSearchParams(Object.entries(state()).filter(([, value]) => value)).toString();
    const hash = [kept ? kept.item.id : "", parts].filter(Boolean).join("&");
    history.replaceState(null, "", hash ? `#${hash}` : location.href.split("#")[0]);
  }

  function show(claim) {
    kept = claim;
    claim.item.hidden = false;
    claim.group.box.hidden = false;
    claim.group.box.open = true;
    claim.item.closest(".paper").hidden = false;
    claim.details.open = true;
    claim.item.scrollIntoView();
    claim.details.firstElementChild.focus({ preventScroll: true });
  }

  function follow() {
    const parts = location.hash.slice(1).split("&").filter(Boolean);
    const name = parts.length && !parts[0].includes("=") ? decodeURIComponent(parts.shift()) : "";
    const given = new URLSearchParams(parts.join("&"));
    const claim = byId.get(name) || null;
    if (parts.length || !name) {
      for (const key of keys) form.elements[key].value = given.get(key) || "";
    }
    kept = claim;
    const filtering = parts.length || !name ? apply() : false;
    if (claim) {
      show(claim);
      return;
    }
    if (name) {
      const target = document.getElementById(name);
      if (!target) return;
      if (target.closest(".artifacts, .paper") && document.documentElement.classList.contains("filtering")) {
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
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      kept = null;
      apply();
      address();
    }, 120);
  });
  form.addEventListener("reset", () => setTimeout(() => {
    kept = null;
    apply();
    address();
  }));
  document.addEventListener("toggle", (event) => {
    const claim = event.target.parentElement && byId.get(event.target.parentElement.id);
    if (!claim || claim.details !== event.target) return;
    if (claim.details.open) kept = claim;
    else if (kept === claim) kept = null;
    address();
  }, true);
  addEventListener("hashchange", follow);
  let before = [];
  addEventListener("beforeprint", () => {
    before = groups.filter((group) => !group.box.open && !group.box.hidden);
    for (const group of before) group.box.open = true;
  });
  addEventListener("afterprint", () => {
    for (const group of before) group.box.open = false;
  });
  apply();
  follow();
  // Once loaded, the browser goes to the address by itself, and takes the focus away.
  addEventListener("load", () => setTimeout(() => kept && show(kept)));
})();
