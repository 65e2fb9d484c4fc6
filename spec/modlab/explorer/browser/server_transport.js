"use strict";
// The page is served: a request goes to the server that the page came from.
const transport = {
  async ask(request) {
    let response;
    try {
      response = await fetch("ask", {method: "POST", body: JSON.stringify(request),
        headers: {"Content-Type": "application/json"}});
    } catch {
      return {error: "the program that serves this page has ended; start it again"};
    }
    return response.ok ? response.json() : {error: await response.text()};
  },
};
