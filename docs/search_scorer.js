// How Sphinx's search weighs what it finds: it calls `score`, and keeps its own weights otherwise.

// Pages that record how the project came about, and the texts of tests and of wrong programs, mention
// everything and answer few questions. Such a page comes before one that only mentions the words if it
// has them in a heading, and after every page with a heading of these words.
const RECORDS = /^(changelog$|explanation\/decisions\/|tests\/)/;

Scorer.score = ([docname, , , , score]) => (RECORDS.test(docname) ? score / 2 : score);
