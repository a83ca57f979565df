// Rules for the page's scripts, which run in browsers, and for their tests, which run in Node.

import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: ["build/", "docs/", "artefacts/", "node_modules/", ".venv/", "src/tesuji/arena/"] },
  js.configs.recommended,
  {
    rules: {
      eqeqeq: "error",
      "no-var": "error",
      "prefer-const": "error",
      "object-shorthand": "error",
      "no-implicit-globals": "error",
      "max-lines": ["error", 400],
      "max-lines-per-function": ["error", 60],
    },
  },
  { files: ["src/tesuji/web/page/**/*.js"], languageOptions: { globals: globals.browser } },
  { files: ["tests/page/**/*.js"], languageOptions: { globals: globals.nodeBuiltin } },
];
