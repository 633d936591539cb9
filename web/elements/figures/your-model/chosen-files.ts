// Files that the reader drops or chooses, folders included.

import { refused, unreadable } from './refusals.js'

export interface ChosenFile {
  /** With its folders: model/config.json */
  path: string
  file: File
}

const DEEPEST = 4
const MOST_FILES = 2000

export function picked(files: Iterable<File>): ChosenFile[] {
  return atMost([...files].map((file) => ({ path: file.webkitRelativePath || file.name, file })))
}

function atMost(files: ChosenFile[]): ChosenFile[] {
  if (files.length > MOST_FILES) throw refused((words) => words.tooManyFiles(MOST_FILES))
  return files
}

/** To be called in the event itself: later the transfer is empty. */
export function dropped({ items, files }: DataTransfer): Promise<ChosenFile[]> {
  const entries = [...items].map((item) => item.webkitGetAsEntry?.()).filter((entry) => !!entry)
  if (entries.length === 0) return Promise.resolve(files).then(picked)
  const found: ChosenFile[] = []
  return Promise.all(entries.map((entry) => walk(entry, '', found))).then(() => atMost(found))
}

async function walk(entry: FileSystemEntry, folder: string, found: ChosenFile[]): Promise<void> {
  const path = `${folder}${entry.name}`
  if (found.length > MOST_FILES || path.split('/').length > DEEPEST) return
  if (entry.isFile) {
    const opened = new Promise<File>((done, fail) => (entry as FileSystemFileEntry).file(done, fail))
    const file = await opened.catch((cause) => unreadable(path, cause))
    found.push({ path, file })
  }
  if (!entry.isDirectory) return
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  for (;;) {
    // some engines return at most a hundred at once
    const listed = new Promise<FileSystemEntry[]>((done, fail) => reader.readEntries(done, fail))
    const more = await listed.catch((cause) => unreadable(path, cause))
    if (more.length === 0) return
    for (const inner of more) await walk(inner, `${path}/`, found)
  }
}
