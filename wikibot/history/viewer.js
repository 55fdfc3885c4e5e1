
"use strict";
(() => {
  const recording = JSON.parse(document.getElementById("recording").textContent);
  const steps = recording.steps;
  const find = (id) => document.getElementById(id);
  const AT_ONCE = 200;
  let now = -1, shown = null, timer = 0, listed = 0, matching = [];

  // -- the state after a step, from what each step changed ------------------------------------

  const copied = (state) => ({ ...state, cells: new Map(state.cells), rows: state.rows.slice() });
  const KEPT = 50;
  const snapshots = [];

  function apply(state, step) {
    if (step.columns) { state.columns = step.columns; state.rows = step.players.slice(); }
    for (const [number, row] of Object.entries(step.rows || {})) state.rows[Number(number)] = row;
    if (step.facts) state.facts = step.facts;
    if (step.board) {
      state.board = step.board;
      state.cells = new Map(step.board.groups.flatMap((group) => group.cells.map((c) => [c[0], c])));
    }
    for (const cell of step.cells || []) state.cells.set(cell[0], cell);
    if (step.phase) state.phase = step.phase;
    return state;
  }

  function stateAt(number) {
    let from = Math.min(Math.floor(number / KEPT), snapshots.length - 1);
    let state = from < 0
      ? { columns: [], rows: [], facts: [], board: null, cells: new Map(), phase: 0 }
      : copied(snapshots[from]);
    for (let at = from < 0 ? 0 : from * KEPT + 1; at <= number; at += 1) {
      apply(state, steps[at]);
      if (at % KEPT === 0 && snapshots.length === at / KEPT) snapshots.push(copied(state));
    }
    return state;
  }

  // -- showing: only text is ever put in -----------------------------------------------------

  // Words from right to left do not pull the signs and numbers beside them along.
  const LEFTWARD = /[^\s.,;:()"]*[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc][^\s.,;:()"]*/g;

  function isolated(text) {
    return String(text).replace(LEFTWARD, "\u2068$&\u2069");
  }

  function made(tag, text, name) {
    const node = document.createElement(tag);
    if (text !== undefined) node.textContent = isolated(text);
    if (name) node.className = name;
    return node;
  }

  function showLine(step) {
    const line = find("line");
    line.replaceChildren();
    if (step.line) {
      line.append(made("strong", step.who), ": ", made("q", step.line), " ");
      line.append(made("span", step.verdict, "verdict"));
      if (recording.link && step.revision) {
        const link = made("a", "the line on the wiki");
        link.href = recording.link + step.revision;
        link.rel = "noreferrer";
        line.append(" ", link);
      }
    } else {
      line.textContent = now === 0 ? "The game begins." : "By itself:";
    }
    find("told").replaceChildren(...(step.told || []).map((text) => made("li", text)));
  }

  function showPlayers(state) {
    find("columns").replaceChildren(...state.columns.map((name) => {
      const head = made("th", name);
      head.scope = "col";
      return head;
    }));
    const before = new Map(shown && String(shown.columns) === String(state.columns)
      ? shown.rows.map((row) => [row[0], row]) : []);
    find("players").replaceChildren(...state.rows.map((row) => {
      const line = made("tr"), old = before.get(row[0]);
      line.append(...row.map((text, at) => made("td", text, old && old[at] !== text ? "changed" : "")));
      return line;
    }));
  }

  function filled(node, cell, changed) {
    const [id, , , label, sign, colour, title, marks, players] = cell;
    node.className = changed ? "cell changed" : "cell";
    node.style.setProperty("background", recording.colours[colour] || "#fff");
    node.title = title || label;
    node.dataset.id = id;
    const top = made("div", undefined, "top");
    top.append(made("span", label), made("span", sign));
    node.replaceChildren(top, ...marks.map((text) => made("div", text, "mark")),
      ...players.map((name) => {
        const chip = made("span", name, "who"), ink = recording.inks[name.replace(/^▶ /, "")];
        if (ink) chip.style.setProperty("background", ink);
        return chip;
      }));
  }

  // -- players on their way --------------------------------------------------------------------

  const FARTHEST = 60;
  const placesIn = (state) => new Map([...state.cells.values()].flatMap((cell) =>
    cell[8].map((name) => [name.replace(/^▶ /, ""), cell[0]])));

  // The cells from one to another, by the fewest ways; straight to it where no way leads there.
  function path(edges, from, to) {
    const before = new Map([[from, null]]), next = [from];
    for (let at = 0; at < next.length && !before.has(to); at += 1) {
      for (const [start, end] of edges) {
        if (start === next[at] && !before.has(end)) { before.set(end, start); next.push(end); }
      }
    }
    const found = [to];
    while (before.get(found[0]) && found.length < FARTHEST) found.unshift(before.get(found[0]));
    return before.has(to) && found[0] === from ? found : [from, to];
  }

  function move(state) {
    for (const node of document.querySelectorAll(".path")) node.classList.remove("path", "arrived");
    if (!shown || shown.board !== state.board || !state.board) return;
    const old = placesIn(shown), still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    for (const [name, to] of placesIn(state)) {
      const from = old.get(name);
      if (from === undefined || from === to) continue;
      const stops = path(state.board.edges, from, to).map((id) => nodes.get(id)).filter(Boolean);
      for (const node of stops) node.classList.add("path");
      nodes.get(to).classList.add("arrived");
      const chip = [...nodes.get(to).querySelectorAll(".who")].find((each) => each.textContent.includes(name));
      if (still || !chip || !chip.animate) continue;
      const end = nodes.get(to).getBoundingClientRect();
      chip.animate(stops.map((node) => {
        const box = node.getBoundingClientRect();
        return { transform: `translate(${box.x - end.x}px, ${box.y - end.y}px)` };
      }), { duration: Math.min(140 * stops.length, 800), easing: "ease-in-out" });
    }
  }

  // -- where the chart is at a step ------------------------------------------------------------

  const CHART = { left: 56, right: 570, top: 48, bottom: 316 };
  const periods = [];
  let phase = 0;
  for (const step of steps) {
    phase = step.phase || phase;
    const label = phase ? String(phase) : step.at.slice(0, 10);
    periods.push(periods.length && periods[periods.length - 1][1] === label
      ? periods[periods.length - 1] : [periods.length ? periods[periods.length - 1][0] + 1 : 0, label]);
  }

  function pointAt(number) {
    const svg = document.querySelector("#chart svg");
    if (!svg) return;
    let line = document.getElementById("cursor");
    if (!line) {
      line = document.createElementNS(svg.namespaceURI, "path");
      line.id = "cursor";
      svg.append(line);
    }
    const most = periods[periods.length - 1][0], share = most ? periods[number][0] / most : 1;
    const x = CHART.left + share * (CHART.right - CHART.left);
    line.setAttribute("d", `M${x} ${CHART.top}V${CHART.bottom}`);
  }

  const nodes = new Map();

  function showBoard(state) {
    find("board-part").hidden = !state.board;
    if (!state.board) return;
    find("facts").textContent = isolated(state.facts.join(" · "));
    const same = shown && shown.board === state.board;
    if (!same) {
      nodes.clear();
      find("board").replaceChildren(...state.board.groups.map(groupNode));
      find("legend").replaceChildren(...state.board.legend.map(([sign, name, colour]) => {
        const entry = made("li"), mark = made("span", sign || "\u00a0", "sign");
        mark.style.setProperty("background", recording.colours[colour] || "#fff");
        entry.append(mark, " ", name);
        return entry;
      }));
    }
    for (const [id, cell] of state.cells) {
      const old = same ? shown.cells.get(id) : null;
      if (old === cell && !nodes.get(id).classList.contains("changed")) continue;
      filled(nodes.get(id), cell, same && old !== cell);
    }
  }

  function groupNode(group) {
    const part = made("div", undefined, "group"), grid = made("div", undefined, "cells");
    grid.style.setProperty("--columns", String(group.size[0]));
    if (group.map) grid.classList.add("map");
    for (const cell of group.cells) {
      const node = made("div");
      node.style.setProperty("grid-column", String(cell[1] + 1));
      node.style.setProperty("grid-row", String(cell[2] + 1));
      nodes.set(cell[0], node);
      grid.append(node);
    }
    part.append(made("h3", group.title), grid);
    return part;
  }

  function show(number) {
    const next = Math.max(0, Math.min(steps.length - 1, number));
    if (next === now) return;
    now = next;
    const step = steps[now], state = stateAt(now);
    find("when").textContent = step.at.replace("T", " ").replace("Z", " UTC")
      + (state.phase ? ` · phase ${state.phase}` : "");
    find("number").textContent = `${now} of ${steps.length - 1}`;
    find("step").value = String(now);
    showLine(step);
    showPlayers(state);
    showBoard(state);
    move(state);
    pointAt(now);
    find("link").href = `#${now}`;
    mark();
    shown = state;
    history.replaceState(null, "", `#${now}`);
  }

  // -- the list of steps ---------------------------------------------------------------------

  function told(step, at) {
    const said = step.line ? `${step.who}: ${step.line}` : (step.told || [])[0] || "begins";
    return `${step.at.slice(0, 16).replace("T", " ")}  ${said}`;
  }

  function list() {
    const words = find("find").value.trim().toLowerCase();
    matching = steps.map((_, at) => at).filter((at) => !words
      || `${told(steps[at])} ${(steps[at].told || []).join(" ")}`.toLowerCase().includes(words));
    find("steps").replaceChildren();
    listed = 0;
    more();
  }

  function more() {
    const part = matching.slice(listed, listed + AT_ONCE);
    listed += part.length;
    find("steps").append(...part.map((at) => {
      const entry = made("li"), button = made("a", told(steps[at]));
      entry.value = at;
      button.href = `#${at}`;
      button.dataset.step = String(at);
      entry.append(button);
      return entry;
    }));
    find("more").hidden = listed >= matching.length;
    mark();
  }

  function mark() {
    for (const old of document.querySelectorAll("#steps [aria-current]")) old.removeAttribute("aria-current");
    const entry = document.querySelector(`#steps [data-step="${now}"]`);
    if (entry) entry.setAttribute("aria-current", "step");
  }

  // -- playing -------------------------------------------------------------------------------

  function play(on) {
    clearInterval(timer);
    timer = on ? setInterval(() => (now + 1 < steps.length ? show(now + 1) : play(false)), 900) : 0;
    find("play").setAttribute("aria-pressed", String(on));
    find("play").textContent = on ? "Pause" : "Play";
  }

  find("step").max = String(steps.length - 1);
  find("step").addEventListener("input", (event) => show(Number(event.target.value)));
  find("first").addEventListener("click", () => show(0));
  find("back").addEventListener("click", () => show(now - 1));
  find("on").addEventListener("click", () => show(now + 1));
  find("last").addEventListener("click", () => show(steps.length - 1));
  find("play").addEventListener("click", () => play(!timer));
  find("find").addEventListener("input", list);
  find("more").addEventListener("click", more);
  find("steps").addEventListener("click", (event) => {
    const button = event.target.closest("[data-step]");
    if (button) { event.preventDefault(); show(Number(button.dataset.step)); scrollTo(0, 0); }
  });
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, button, summary, a") || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === "ArrowRight") show(now + 1);
    else if (event.key === "ArrowLeft") show(now - 1);
    else if (event.key === "Home") show(0);
    else if (event.key === "End") show(steps.length - 1);
    else return;
    event.preventDefault();
  });
  find("chart-part").hidden = !find("chart").childElementCount;
  const asked = () => (/^#\d{1,7}$/.test(location.hash) ? Number(location.hash.slice(1)) : steps.length - 1);
  addEventListener("hashchange", () => show(asked()));
  list();
  show(asked());
})();
