import { execFileSync } from "node:child_process"
import { createHash } from "node:crypto"
import { once } from "node:events"
import { readdirSync, readFileSync } from "node:fs"
import { createServer } from "node:http"
import { join } from "node:path"

/** A registry that has the tarballs of a folder, and redirects to the configured registry for every other package. */
export const localRegistry = async (folder: string) => {
  const upstream = execFileSync("npm", ["config", "get", "registry"], { cwd: folder, encoding: "utf8" })
    .trim()
    .replace(/\/$/u, "")
  const server = createServer({ keepAliveTimeout: 600_000 })
  await once(server.listen(0, "127.0.0.1"), "listening")
  const address = server.address()
  const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`
  const tarballs = readdirSync(folder).filter((name) => name.endsWith(".tgz"))
  const documents = new Map(tarballs.map((name) => documentOf(folder, name, url)))
  server.on("request", (request, response) => {
    const path = decodeURIComponent(request.url ?? "/").slice(1)
    const document = documents.get(path)
    if (document !== undefined) response.setHeader("content-type", "application/json").end(document)
    else if (tarballs.includes(path)) response.end(readFileSync(join(folder, path)))
    else response.writeHead(302, { location: `${upstream}${request.url}` }).end()
  })
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { url, close }
}

/** The document of a package with one version, as npm reads it. */
const documentOf = (folder: string, tarball: string, url: string): readonly [name: string, document: string] => {
  const file = join(folder, tarball)
  const manifest = JSON.parse(execFileSync("tar", ["-xzOf", file, "package/package.json"], { encoding: "utf8" }))
  const integrity = `sha512-${createHash("sha512").update(readFileSync(file)).digest("base64")}`
  const { name, version } = manifest
  const versions = { [version]: { ...manifest, dist: { tarball: `${url}/${tarball}`, integrity } } }
  return [name, JSON.stringify({ name, "dist-tags": { latest: version }, versions })]
}
