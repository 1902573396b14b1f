import { execFile } from "node:child_process"
import { appendFile, mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"

const run = promisify(execFile)

/**
 * Mounts a file system of a few megabytes in memory that a test can fill up, or returns why that is impossible. Mounting
 * requires root, and some containers forbid it.
 */
export const smallDisk = async (megabytes: number) => {
  const folder = await mkdtemp(join(tmpdir(), "countersign-disk-"))
  try {
    await run("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=755`, "tmpfs", folder])
  } catch (fault) {
    await rm(folder, { recursive: true })
    return { impossible: `no file system can be mounted here: ${fault instanceof Error ? fault.message : fault}` }
  }
  const filler = join(folder, "filler")
  return {
    folder,
    /** Fills up the remaining space. */
    fill: async () => {
      for (const size of [1024 * 1024, 4096]) while (await isWritten(filler, size)) {}
    },
    /** Frees the space that `fill` used. */
    free: () => rm(filler, { force: true }),
    close: async () => {
      await run("umount", [folder])
      await rm(folder, { recursive: true })
    }
  }
}

export type SmallDisk = Exclude<Awaited<ReturnType<typeof smallDisk>>, { readonly impossible: string }>

const isWritten = async (file: string, size: number): Promise<boolean> => {
  try {
    await appendFile(file, Buffer.alloc(size, 1))
    return true
  } catch (fault) {
    if (fault instanceof Error && "code" in fault && fault.code === "ENOSPC") return false
    throw fault
  }
}
