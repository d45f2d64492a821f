// performance: the clock and named marks.
function (native) {
  const entries = [];
  const find = (name) => { for (let i = entries.length - 1; i >= 0; i--) if (entries[i].name === name && entries[i].entryType === 'mark') return entries[i].startTime; };
  const performance = {
    timeOrigin: native.origin(),
    now: () => native.now(),
    mark(name) { const e = { name: String(name), entryType: 'mark', startTime: native.now(), duration: 0 }; entries.push(e); return e; },
    measure(name, from, to) {
      const start = from === undefined ? 0 : find(from), end = to === undefined ? native.now() : find(to);
      if (start === undefined || end === undefined) throw new SyntaxError(`The "${start === undefined ? from : to}" performance mark has not been set`);
      const e = { name: String(name), entryType: 'measure', startTime: start, duration: end - start };
      entries.push(e);
      return e;
    },
    getEntries: () => [...entries],
    getEntriesByName: (name) => entries.filter((e) => e.name === name),
    getEntriesByType: (type) => entries.filter((e) => e.entryType === type),
    clearMarks(name) { for (let i = entries.length - 1; i >= 0; i--) if (entries[i].entryType === 'mark' && (name === undefined || entries[i].name === name)) entries.splice(i, 1); },
    clearMeasures(name) { for (let i = entries.length - 1; i >= 0; i--) if (entries[i].entryType === 'measure' && (name === undefined || entries[i].name === name)) entries.splice(i, 1); },
    toJSON() { return { timeOrigin: this.timeOrigin }; },
  };
  return { performance };
}
