/** Writes what a reader acts on: each note as it is, without hashes, and no list of packages, which all have one version. */
module.exports = {
  getReleaseLine: async ({ summary }) => `- ${summary.trim().replaceAll("\n", "\n  ")}`,
  getDependencyReleaseLine: async () => ""
}
