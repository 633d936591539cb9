// The public interface, parsed from the declarations of the package.

import ts from 'typescript'
import { packageFolder } from './package-folder.js'

export interface Declared {
  name: string
  kind: 'function' | 'class' | 'type'
  /** The text of the comment before the declaration. */
  about: string
  /** The declaration without comments. */
  signature: string
  members: readonly Member[]
}

interface Member {
  name: string
  about: string
  signature: string
}

const declarationsFolder = `${packageFolder}types/`

/** What an entry of the package exports: 'index' or 'worker'. */
export function declarationsOf(entry: string, folder = declarationsFolder): Declared[] {
  const file = `${folder}${entry}.d.ts`
  const program = ts.createProgram([file], { strict: true, skipLibCheck: true, types: [] })
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file)
  const module = source && checker.getSymbolAtLocation(source)
  if (!module) throw new Error(`${file} is missing: build the package first`)
  return checker.getExportsOfModule(module).flatMap((exported) => declared(checker, exported))
}

function declared(checker: ts.TypeChecker, exported: ts.Symbol): Declared[] {
  const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
  const declaration = symbol.declarations?.[0]
  if (!declaration) return []
  const isShape = ts.isInterfaceDeclaration(declaration) || ts.isClassDeclaration(declaration)
  return [
    {
      name: exported.name,
      kind: kindOf(declaration),
      about: aboutOf(checker, symbol),
      signature: isShape ? headOf(declaration) : textOf(declaration),
      members: isShape ? membersOf(checker, declaration) : [],
    },
  ]
}

function kindOf(declaration: ts.Declaration): Declared['kind'] {
  if (ts.isFunctionDeclaration(declaration) || ts.isVariableDeclaration(declaration)) return 'function'
  return ts.isClassDeclaration(declaration) ? 'class' : 'type'
}

function membersOf(checker: ts.TypeChecker, shape: ts.ClassDeclaration | ts.InterfaceDeclaration): Member[] {
  return [...shape.members].flatMap((member) => {
    const name = member.name && ts.isIdentifier(member.name) ? member.name.text : undefined
    const symbol = member.name && checker.getSymbolAtLocation(member.name)
    if (!name || !symbol) return []
    return [{ name, about: aboutOf(checker, symbol), signature: textOf(member) }]
  })
}

function aboutOf(checker: ts.TypeChecker, symbol: ts.Symbol): string {
  const text = ts.displayPartsToString(symbol.getDocumentationComment(checker)).replaceAll('\n', ' ').trim()
  return text.replace(/^@internal.*/, '')
}

function textOf(node: ts.Node): string {
  const text = node.getText().replace(/\/\*[\s\S]*?\*\//g, '')
  return text
    .replace(/^(export |declare |function )+/, '')
    .replace(/;$/, '')
    .replace(/\n\s*\n/g, '\n')
    .trim()
}

const headOf = (declaration: ts.ClassDeclaration | ts.InterfaceDeclaration): string => {
  const [head = ''] = textOf(declaration).split('{')
  return head.trim()
}
