// Files that the reader drops or chooses, folders included.

export interface ChosenFile {
  /** With its folders: model/config.json */
  path: string
  file: File
}

const DEEPEST = 4
const MOST_FILES = 2000

export function picked(files: Iterable<File>): ChosenFile[] {
  return [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }))
}

/** To be called in the event itself: later the transfer is empty. */
export function dropped({ items, files }: DataTransfer): Promise<ChosenFile[]> {
  const entries = [...items].map((item) => item.webkitGetAsEntry?.()).filter((entry) => !!entry)
  if (entries.length === 0) return Promise.resolve(picked(files))
  const found: ChosenFile[] = []
  return Promise.all(entries.map((entry) => walk(entry, '', found))).then(() => found)
}

async function walk(entry: FileSystemEntry, folder: string, found: ChosenFile[]): Promise<void> {
  const path = `${folder}${entry.name}`
  if (found.length >= MOST_FILES || path.split('/').length > DEEPEST) return
  if (entry.isFile) {
    const file = await new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail))
    found.push({ path, file })
  }
  if (!entry.isDirectory) return
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  for (;;) {
    // some engines return at most a hundred at once
    const more = await new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail))
    if (more.length === 0) return
    for (const inner of more) await walk(inner, `${path}/`, found)
  }
}
