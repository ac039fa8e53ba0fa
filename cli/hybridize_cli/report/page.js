"use strict";
// Everything that comes from the project is put into the page as text, never as markup.
const data = JSON.parse(document.getElementById("data").textContent);
const $ = (id) => document.getElementById(id);
const PAGE = 200; // rows that a table shows at once

function make(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (name === "on") for (const [event, run] of Object.entries(value)) element.addEventListener(event, run);
    else if (value !== undefined && value !== null && value !== false) element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

const many = (count, noun) => `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
const place = (at) => `${at.path}:${at.line}`;
const WORDS = {
  convert: "can be a graph, safe", unsafe: "can be a graph, on assumptions", graph: "is a graph", keep: "stays eager",
  undetermined: "not known", remove: "better without a graph", reconfigure: "graph with other options",
};
function state(f) {
  if (f.verdict === "convert") return f.safe ? "convert" : "unsafe";
  return f.verdict === "keep" && f.hybrid ? "graph" : f.verdict;
}
const verdict = (f) => make("span", { class: `verdict v-${state(f)}` }, WORDS[state(f)]);
const speed = (f) => (f.speed_up === null ? "" : `${f.speed_up.toFixed(1)}x`);
const time = (seconds) => (seconds === null ? "" : seconds >= 1 ? `${seconds.toFixed(1)} s` : `${(1000 * seconds).toFixed(1)} ms`);

function facts(title, entries) {
  if (!entries.length) return null;
  const item = (entry) => make("li", {}, entry.message, entry.path ? make("span", { class: "note" }, ` (${place(entry)})`) : null,
    entry.code ? make("span", { class: "code" }, entry.code) : null);
  return make("div", {}, make("h3", {}, title), make("ul", {}, ...entries.map(item)));
}

function aboutFunction(f) {
  return [
    make("p", {}, f.why),
    make("span", { class: "code" }, f.code),
    facts("What stands in the way", f.obstacles.map((o) => ({ ...o.at, message: `${o.rule}: ${o.message}${o.certain ? "" : " (perhaps)"}` }))),
    facts("What it rests on", f.assumptions.map((a) => ({ message: `${a.kind}: ${a.message}${a.accepted ? " (accepted)" : ""}` }))),
    facts(`Traces: ${f.traces}`, f.causes.flatMap((c) => [{ message: c.message }, ...c.evidence])),
    facts("Evidence", f.evidence),
  ].filter(Boolean);
}

function aboutFinding(f) {
  return [
    make("span", { class: "code" }, f.source), f.help ? make("p", {}, f.help) : null,
    facts("Evidence", f.evidence), facts("Notes", f.notes.map((message) => ({ message }))),
  ].filter(Boolean);
}

// A table that sorts and filters.  columns: [title, value to sort by, cell (text or node), whether it is a number].
function table(rows, columns, { detail, choices, choice, empty = "Nothing here.", name }) {
  let shown = PAGE, order = null, descending = false;
  const search = make("input", { type: "search", placeholder: "Filter by name, path or text", "aria-label": `Filter ${name}` });
  const select = choices && make("select", { "aria-label": `Show ${name}` }, make("option", { value: "" }, "All"),
    ...choices.map(([value, text]) => make("option", { value }, text)));
  const count = make("span", { class: "count", role: "status" });
  const body = make("tbody"), more = make("button", { type: "button" }, "Show more");
  const heads = columns.map(([title, , , number], index) => make("th", { class: number ? "number" : null, scope: "col" },
    make("button", { type: "button", on: { click: () => sort(index) } }, title)));
  const texts = rows.map((row) => columns.map(([, , cell]) => { const made = cell(row); return made instanceof Node ? made.textContent : String(made); }).join(" ").toLowerCase());

  function sort(index) {
    descending = order === index ? !descending : Boolean(columns[index][3]);
    order = index;
    heads.forEach((head, i) => i === index ? head.setAttribute("aria-sort", descending ? "descending" : "ascending") : head.removeAttribute("aria-sort"));
    heads.forEach((head, i) => { head.firstChild.textContent = columns[i][0] + (i === index ? (descending ? " ↓" : " ↑") : ""); });
    draw();
  }
  function wanted() {
    const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
    let found = rows.map((_, i) => i).filter((i) => words.every((word) => texts[i].includes(word)) && (!select || !select.value || choice(rows[i]) === select.value));
    if (order !== null) {
      const key = (i) => columns[order][1](rows[i]);
      found.sort((a, b) => { const [x, y] = [key(a), key(b)]; return (x < y ? -1 : x > y ? 1 : a - b) * (descending ? -1 : 1); });
    }
    return found;
  }
  function draw() {
    const found = wanted();
    body.replaceChildren(...found.slice(0, shown).map(line));
    count.textContent = found.length === rows.length ? many(rows.length, "row") : `${found.length.toLocaleString("en")} of ${many(rows.length, "row")}`;
    more.hidden = found.length <= shown;
    if (!found.length) body.replaceChildren(make("tr", {}, make("td", { colspan: columns.length, class: "note" }, empty)));
  }
  function line(i) {
    const row = make("tr", { class: detail ? "row" : null, tabindex: detail ? 0 : null, "aria-expanded": detail ? "false" : null },
      ...columns.map(([, , cell, number]) => make("td", { class: number ? "number" : null }, cell(rows[i]))));
    if (!detail) return row;
    const toggle = () => {
      const open = row.getAttribute("aria-expanded") === "true";
      row.setAttribute("aria-expanded", String(!open));
      if (open) row.nextSibling.remove();
      else row.after(make("tr", { class: "detail" }, make("td", { colspan: columns.length }, ...detail(rows[i]))));
    };
    row.addEventListener("click", toggle);
    row.addEventListener("keydown", (event) => {
      const next = { ArrowDown: "nextElementSibling", ArrowUp: "previousElementSibling" }[event.key];
      if (event.key === "Enter" || event.key === " ") { event.preventDefault(); toggle(); }
      else if (next) { event.preventDefault(); let at = row[next]; while (at && !at.classList.contains("row")) at = at[next]; at?.focus(); }
    });
    return row;
  }
  search.addEventListener("input", () => { shown = PAGE; draw(); });
  select?.addEventListener("change", () => { shown = PAGE; draw(); });
  more.addEventListener("click", () => { shown += PAGE; draw(); });
  draw();
  const element = make("div", {}, make("div", { class: "bar" }, search, select, count),
    make("div", { class: "scroll" }, make("table", { "aria-label": name }, make("thead", {}, make("tr", {}, ...heads)), body)), more);
  return { element, filter: (text, value = "") => { search.value = text; if (select) select.value = value; shown = PAGE; draw(); } };
}

const where = ["Where", (f) => f.path + "\0" + String(f.line).padStart(7, "0"), (f) => make("code", {}, place(f))];
const named = ["Function", (f) => f.name ?? "", (f) => make("code", {}, f.name ?? "")];
const timed = data.functions.some((f) => f.seconds !== null) ? [["Time", (f) => f.seconds ?? -1, (f) => time(f.seconds), true]] : [];
const heavy = (f) => (f.seconds ?? 0) * 1e9 + (f.offered ? 1e6 * (f.speed_up ?? 0) : 0) + f.ops;

function functionsTable(rows, name, empty) {
  const choices = Object.entries(WORDS).filter(([value]) => rows.some((f) => state(f) === value));
  return table(rows, [named, where, ["Verdict", (f) => Object.keys(WORDS).indexOf(state(f)), verdict], ...timed,
    ["Expected gain", (f) => f.speed_up ?? 0, speed, true], ["Operations", (f) => f.ops, (f) => f.ops.toLocaleString("en"), true],
    ["Traces", (f) => Number.parseInt(f.traces ?? "0", 10), (f) => f.traces ?? "", true]],
    { detail: aboutFunction, choices, choice: state, name, empty });
}

const all = functionsTable(data.functions, "functions");
const opportunities = functionsTable(data.functions.filter((f) => f.offered).sort((a, b) => heavy(b) - heavy(a)), "opportunities",
  "No function is expected to gain enough as a graph; the tab Obstacles says what stands in the way.");
const eager = data.functions.filter((f) => !f.hybrid && f.tensors).sort((a, b) => heavy(b) - heavy(a));
const stopped = (rule) => data.functions.filter((f) => f.tensors && !f.hybrid && f.obstacles.some((o) => o.rule === rule));
const rules = table([...data.rules].sort((a, b) => b.alone - a.alone || b.functions - a.functions),
  [["Rule", (r) => r.code, (r) => make("code", {}, `${r.code} ${r.rule}`)], ["Functions it stops", (r) => r.functions, (r) => r.functions, true],
    ["Nothing else does", (r) => r.alone, (r) => r.alone, true], ["Findings", (r) => r.findings, (r) => r.findings, true], ["What it finds", (r) => r.summary, (r) => r.summary]],
  { name: "rules", detail: (r) => [functionsTable(stopped(r.rule), `functions stopped by ${r.rule}`).element] });
const files = table(data.files, [["File", (f) => f.path, (f) => make("code", {}, f.path)],
  ...["functions", "graphs", "convert", "undetermined", "keep", "remove", "reconfigure", "findings"].map((n) => [n[0].toUpperCase() + n.slice(1), (f) => f[n], (f) => f[n], true])],
  { name: "files", detail: (file) => [functionsTable(data.functions.filter((f) => f.path === file.path), `functions of ${file.path}`).element] });
const severities = ["error", "warning", "note"];
const findings = table([...data.findings].sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity)),
  [["Rule", (f) => f.rule, (f) => make("code", {}, f.rule)], ["Severity", (f) => severities.indexOf(f.severity), (f) => f.severity], where, ["Message", (f) => f.message, (f) => f.message]],
  { name: "findings", detail: aboutFinding, choices: severities.map((s) => [s, s]), choice: (f) => f.severity, empty: "No findings." });
const graphs = data.functions.filter((f) => f.traces !== null);
const traces = table(graphs, [named, where, ["Verdict", (f) => state(f), verdict], ["Traces", (f) => Number.parseInt(f.traces ?? "0", 10), (f) => f.traces ?? "", true],
  ["Told apart by", (f) => f.causes.map((c) => c.parameter).join(", "), (f) => f.causes.map((c) => c.parameter).join(", ")]],
  { name: "traces", detail: aboutFunction, empty: "There are no graphs yet." });

// The call graph: pan by dragging or arrow keys, zoom by the wheel, + and -.
function drawing() {
  const NS = "http://www.w3.org/2000/svg", STEP = 260, ROW = 26, { nodes, edges, left_out: left } = data.graph;
  const svg = (tag, properties, ...children) => { const e = document.createElementNS(NS, tag); for (const [n, v] of Object.entries(properties)) e.setAttribute(n, v); e.append(...children); return e; };
  const at = new Map(nodes.map(([i, column, row]) => [i, { x: column * STEP, y: row * ROW }]));
  const lines = edges.map(([a, b]) => { const [p, q] = [at.get(a), at.get(b)]; const e = svg("line", { x1: p.x + 14, y1: p.y + 7, x2: q.x, y2: q.y + 7 }); e.ends = [a, b]; return e; });
  const boxes = nodes.map(([i]) => {
    const f = data.functions[i], p = at.get(i);
    const g = svg("g", { class: `node v-${state(f)}`, transform: `translate(${p.x} ${p.y})`, tabindex: 0, role: "button", "aria-label": `${f.name}, ${WORDS[state(f)]}` },
      svg("title", {}, `${f.name} (${place(f)}): ${WORDS[state(f)]}${f.speed_up ? `, ${speed(f)}` : ""}`), svg("rect", { width: 14, height: 14 }),
      svg("text", { x: 19, y: 11 }, f.name.length > 34 ? `…${f.name.slice(-33)}` : f.name));
    g.number = i;
    g.addEventListener("click", () => choose(i));
    g.addEventListener("keydown", (event) => { if (event.key === "Enter") choose(i); });
    return g;
  });
  const width = Math.max(STEP, ...[...at.values()].map((p) => p.x + STEP)), height = Math.max(ROW, ...[...at.values()].map((p) => p.y + ROW));
  const picture = svg("svg", { role: "img", "aria-label": "Call graph of the functions, coloured by verdict" }, ...lines, ...boxes);
  let view = { x: -20, y: -20, w: width + 40, h: height + 40 };
  const show = () => picture.setAttribute("viewBox", `${view.x} ${view.y} ${view.w} ${view.h}`);
  const zoom = (by, x = view.x + view.w / 2, y = view.y + view.h / 2) => { view = { x: x + (view.x - x) * by, y: y + (view.y - y) * by, w: view.w * by, h: view.h * by }; show(); };
  const about = make("div", { class: "detail", role: "status" });
  function choose(i) {
    const near = new Set([i]);
    for (const line of lines) { const on = line.ends.includes(i); line.setAttribute("class", on ? "near" : "faint"); if (on) line.ends.forEach((n) => near.add(n)); }
    for (const box of boxes) { box.classList.toggle("faint", !near.has(box.number)); box.classList.toggle("chosen", box.number === i); }
    const f = data.functions[i];
    about.replaceChildren(make("h2", {}, make("code", {}, f.name), " ", verdict(f)), make("p", { class: "note" }, place(f)), ...aboutFunction(f));
  }
  function all() { for (const line of lines) line.removeAttribute("class"); for (const box of boxes) box.classList.remove("faint", "chosen"); about.replaceChildren(); view = { x: -20, y: -20, w: width + 40, h: height + 40 }; show(); }
  const point = (event) => { const box = picture.getBoundingClientRect(), scale = Math.max(view.w / box.width, view.h / box.height);
    return { x: view.x + view.w / 2 + (event.clientX - box.left - box.width / 2) * scale, y: view.y + view.h / 2 + (event.clientY - box.top - box.height / 2) * scale, scale }; };
  picture.addEventListener("wheel", (event) => { event.preventDefault(); const p = point(event); zoom(event.deltaY > 0 ? 1.2 : 1 / 1.2, p.x, p.y); }, { passive: false });
  let drag = null;
  picture.addEventListener("pointerdown", (event) => { if (!event.target.closest("g.node")) { drag = event; picture.setPointerCapture(event.pointerId); } });
  picture.addEventListener("pointermove", (event) => { if (!drag) return; const { scale } = point(event); view.x -= (event.clientX - drag.clientX) * scale; view.y -= (event.clientY - drag.clientY) * scale; drag = event; show(); });
  for (const end of ["pointerup", "pointercancel"]) picture.addEventListener(end, () => { drag = null; });
  const moves = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
  const box = make("div", { class: "graph", tabindex: 0, "aria-label": "Call graph; arrow keys move it, plus and minus zoom", on: { keydown: (event) => {
    if (moves[event.key]) { const [x, y] = moves[event.key]; view.x += x * view.w / 10; view.y += y * view.h / 10; show(); event.preventDefault(); }
    else if (event.key === "+" || event.key === "-") zoom(event.key === "+" ? 1 / 1.3 : 1.3);
    else if (event.key === "0" || event.key === "Escape") all();
  } } }, picture);
  const button = (text, title, run) => make("button", { type: "button", "aria-label": title, on: { click: run } }, text);
  const find = make("input", { type: "search", placeholder: "Find a function", "aria-label": "Find a function in the call graph", on: { input: () => {
    const text = find.value.toLowerCase(), i = text ? nodes.map(([n]) => n).find((n) => data.functions[n].name.toLowerCase().includes(text)) : undefined;
    if (i === undefined) return;
    const p = at.get(i); view = { x: p.x - 400, y: p.y - 250, w: 800, h: 500 }; show(); choose(i);
  } } });
  show();
  const legend = make("div", { class: "legend" }, ...Object.entries(WORDS).map(([v, text]) => make("span", { class: `verdict v-${v}` }, text)));
  return make("div", {}, make("div", { class: "bar" }, find, button("+", "Zoom in", () => zoom(1 / 1.3)), button("−", "Zoom out", () => zoom(1.3)), button("All", "Show all", all)),
    legend, left ? make("p", { class: "note" }, `The ${many(nodes.length, "function")} with most to compute; ${left.toLocaleString("en")} more are in the tables.`) : null, box, about);
}

function trend() {
  const labels = { functions: "Functions", graphs: "Graphs", convert: "Can be graphs", safe: "Safe edits", undetermined: "Not known", hazards: "Hazards", findings: "Findings" };
  const better = { graphs: 1, safe: 1, undetermined: -1, hazards: -1, findings: -1 };
  const rows = Object.entries(labels).map(([key, text]) => ({ text, before: data.trend.summary[key], now: data.summary[key], better: better[key] ?? 0 }));
  const change = (r) => { const by = r.now - r.before; return make("span", { class: by * r.better > 0 ? "up" : by * r.better < 0 ? "down" : "" }, by > 0 ? `+${by}` : String(by)); };
  const counts = table(rows, [["", (r) => r.text, (r) => r.text], ["Before", (r) => r.before, (r) => r.before, true], ["Now", (r) => r.now, (r) => r.now, true], ["Change", (r) => r.now - r.before, change, true]], { name: "counts" });
  const changed = table(data.trend.changed, [named, ["File", (f) => f.path, (f) => make("code", {}, f.path)], ["Before", (f) => f.before, (f) => f.before], ["Now", (f) => f.now, (f) => f.now]], { name: "changes", empty: "No verdict has changed." });
  return make("div", {}, counts.element, make("h2", {}, "Functions with another verdict"), changed.element);
}

const s = data.summary;
const tabs = [
  ["Opportunities", opportunities.element, data.functions.filter((f) => f.offered).length],
  ["Eager and hot", functionsTable(eager, "eager functions").element, eager.length],
  ["Obstacles", rules.element, data.rules.length],
  ["Findings", findings.element, data.findings.length],
  ["Traces", traces.element, graphs.length],
  ["Call graph", null, data.graph.nodes.length],
  ["Files", files.element, data.files.length],
  ["Functions", all.element, data.functions.length],
  ...(data.trend ? [["Trend", trend(), data.trend.changed.length]] : []),
  ...(data.problems.length ? [["Not analysed", make("ul", {}, ...data.problems.map((p) => make("li", {}, make("code", {}, p.path + (p.line ? `:${p.line}` : "")), ` ${p.message}`))), data.problems.length]] : []),
];
function open(index) {
  tabs.forEach(([, element], i) => { $(`tab${i}`).setAttribute("aria-selected", String(i === index)); $(`tab${i}`).tabIndex = i === index ? 0 : -1; $(`panel${i}`).hidden = i !== index; });
  if (tabs[index][0] === "Call graph" && !$(`panel${index}`).firstChild) $(`panel${index}`).append(drawing());
}
const bar = $("tabs");
tabs.forEach(([title, element, count], i) => {
  bar.append(make("button", { id: `tab${i}`, type: "button", role: "tab", "aria-controls": `panel${i}`, on: { click: () => open(i) } }, `${title} (${count.toLocaleString("en")})`));
  $("panels").append(make("section", { id: `panel${i}`, role: "tabpanel", "aria-labelledby": `tab${i}` }, element));
});
bar.addEventListener("keydown", (event) => {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key], at = tabs.findIndex((_, i) => $(`tab${i}`) === document.activeElement);
  if (by && at >= 0) { const next = (at + by + tabs.length) % tabs.length; open(next); $(`tab${next}`).focus(); }
});
const tab = (title) => open(tabs.findIndex(([name]) => name === title));
const card = (number, text, run) => make(run ? "button" : "div", { class: "card", type: run ? "button" : null, on: run ? { click: run } : {} }, make("b", {}, number.toLocaleString("en")), make("span", {}, text));
$("cards").append(
  card(s.convert, `can be graphs, ${s.safe} of them safely`, () => tab("Opportunities")), card(s.threefold, "of these 3x or more faster", () => tab("Opportunities")),
  card(s.graphs, "are graphs already", () => { tab("Functions"); all.filter("", "graph"); }), card(s.hazards, "hazards", () => tab("Findings")),
  card(s.undetermined, "not known: something cannot be seen", () => { tab("Functions"); all.filter("", "undetermined"); }), card(s.functions, `functions in ${many(s.files, "file")}`, () => tab("Functions")));
$("theme").addEventListener("click", () => {
  const root = document.documentElement, dark = root.classList.contains("dark") || (!root.classList.contains("light") && matchMedia("(prefers-color-scheme: dark)").matches);
  root.classList.remove("dark", "light"); root.classList.add(dark ? "light" : "dark");
});
open(0);
document.documentElement.dataset.ready = "yes";
