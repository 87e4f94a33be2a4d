"use strict";
// The measures at one threshold, by the formulas of rocrepro.evaluation: tests compare both.
const numbers = (() => {
  // As rocrepro.evaluation.wilson.wilson_limits, operation by operation.
  function wilson(count, n, z) {
    const share = count / n;
    const scale = 2 * (n + z ** 2);
    const centre = (2 * n * share + z ** 2) / scale;
    const half = (z / scale) * Math.sqrt(4 * n * share * (1 - share) + z ** 2);
    return { value: share, low: share === 0 ? 0 : centre - half, high: share === 1 ? 1 : centre + half };
  }

  // Variance of one row's weighted error under the most likely chances with w_b p - w_c q = delta.
  function variance(b, c, delta, [wB, wC]) {
    const s = wB + wC;
    const linear = wC * (wB - delta) * (b + c) - s * delta * (1 - b);
    const constant = c * delta * (wB - delta);
    const root = Math.sqrt(Math.max(linear ** 2 + 4 * wC * s * constant, 0));
    let q = linear < 0 ? (2 * constant) / (root - linear) : (linear + root) / (2 * wC * s);
    q = Math.max(q, Math.max(-delta / wC, 0));
    const p = (delta + wC * q) / wB;
    return Math.max(wB ** 2 * p + wC ** 2 * q - delta ** 2, 0);
  }

  function upper(b, c, weights, scale) {
    const d = weights[0] * b - weights[1] * c;
    let low = d;
    let high = weights[0];
    for (let i = 0; i < 60; i += 1) {
      const delta = (low + high) / 2;
      if ((delta - d) ** 2 <= scale * variance(b, c, delta, weights)) low = delta;
      else high = delta;
    }
    return (low + high) / 2;
  }

  // Tango's score interval of (fn - fp)/n for weights of 1, the weighted score interval for others, and whether
  // zero lies in it: rocrepro.evaluation.tango_interval and at_prevalence.
  function lean(fn, fp, n, weights, z) {
    const [wB, wC] = weights;
    const scale = (z * z) / n;
    return {
      value: (wB * fn - wC * fp) / n,
      low: -upper(fp / n, fn / n, [wC, wB], scale),
      high: upper(fn / n, fp / n, weights, scale),
      none: Math.abs(wB * fn - wC * fp) <= z * Math.sqrt(wB * wC * (fn + fp)),
    };
  }

  // A predictive value at prevalence v: its odds are those of v times a likelihood ratio, whose log has a normal
  // interval (Mercaldo, Lau and Zhou).
  function predictive(right, of, wrong, among, v, z) {
    const share = (odds) => odds === Infinity ? 1 : odds / (1 + odds);
    const ratio = (right / of) / (wrong / among);
    const start = v / (1 - v);
    const value = share(start * ratio);
    if (right === 0 || wrong === 0) return { value, low: NaN, high: NaN };
    const half = z * Math.sqrt(1 / right - 1 / of + 1 / wrong - 1 / among);
    return { value, low: share(start * ratio * Math.exp(-half)), high: share(start * ratio * Math.exp(half)) };
  }

  const bare = (value) => ({ value, low: NaN, high: NaN });
  const undefinedShare = { value: NaN, low: NaN, high: NaN };
  const share = (count, n, z) => n === 0 ? undefinedShare : wilson(count, n, z);

  function cells(model, at) {
    const tp = model.tp[at];
    const fp = model.fp[at];
    return { tp, fn: model.n_pos - tp, fp, tn: model.n_neg - fp, n: model.n_pos + model.n_neg };
  }

  // The threshold of a point: its score, or where it is the one in use, that.
  const cut = (model, at) => model.in_use != null && model.go["in use"] === at ? model.in_use : model.threshold[at];

  // Threshold as a probability, for the net benefit; null stands for infinity.
  const probability = (threshold) => threshold === null ? 1 : Math.min(Math.max(threshold, 0), 1);

  function cost(model, at, given, v) {
    const { fn, fp } = cells(model, at);
    return given.cost_fn * v * fn / model.n_pos + given.cost_fp * (1 - v) * fp / model.n_neg;
  }

  function benefit(model, at, v) {
    const { tp, fp } = cells(model, at);
    if (tp + fp === 0) return 0;
    const t = probability(cut(model, at));
    return v * tp / model.n_pos - (1 - v) * fp / model.n_neg * (t / (1 - t));
  }

  function precision(model, at, v) {
    const { tp, fp } = cells(model, at);
    if (tp + fp === 0) return 1;
    const found = v * tp / model.n_pos;
    return found / (found + (1 - v) * fp / model.n_neg);
  }

  // Everything that the page shows at one point: on the rows, and at prevalence `v` where that is a number.
  function measures(model, at, given, v) {
    const { tp, fn, fp, tn, n } = cells(model, at);
    const own = model.n_pos / n;
    const there = v !== null;
    const weights = there ? [v * n / model.n_pos, (1 - v) * n / model.n_neg] : null;
    const z = given.z;
    const sensitivity = share(tp, model.n_pos, z);
    const specificity = share(tn, model.n_neg, z);
    const rows = [
      { key: "sensitivity", here: sensitivity, there: there ? sensitivity : null },
      { key: "specificity", here: specificity, there: there ? specificity : null },
      {
        key: "ppv", here: share(tp, tp + fp, z),
        there: there ? predictive(tp, model.n_pos, fp, model.n_neg, v, z) : null,
      },
      {
        key: "npv", here: share(tn, tn + fn, z),
        there: there ? predictive(tn, model.n_neg, fn, model.n_pos, 1 - v, z) : null,
      },
      {
        key: "accuracy", here: share(tp + tn, n, z),
        there: there ? bare(v * tp / model.n_pos + (1 - v) * tn / model.n_neg) : null,
      },
      { key: "lean", here: lean(fn, fp, n, [1, 1], z), there: there ? lean(fn, fp, n, weights, z) : null },
      {
        key: "cost", here: bare(cost(model, at, given, own)), there: there ? bare(cost(model, at, given, v)) : null,
      },
    ];
    if (model.probabilities) {
      rows.push({ key: "benefit", here: bare(benefit(model, at, own)), there: there ? bare(benefit(model, at, v)) : null });
    }
    return rows;
  }

  return { wilson, lean, predictive, cells, cost, benefit, precision, cut, probability, measures };
})();
