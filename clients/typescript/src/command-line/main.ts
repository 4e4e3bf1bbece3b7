/** Entry of `npx edgematte`. */
