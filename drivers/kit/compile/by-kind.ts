import { readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import type { Effective, IntentKind } from '@belvedere/contract/kit/intent/define-intent-kind.ts'
import { intentKinds } from '@belvedere/contract/kit/intent/kinds.ts'
import type { Compile, ReadBack, Reported } from '../compile.ts'
import { Draft, type Json } from './draft.ts'
import { notTaken } from './not-taken.ts'
import { applyRaw } from './overlay.ts'

/** How a family compiles one kind of intents, or a few that depend on each other. A file of the driver's folder `compile`. */
export interface KindCompiler<Hardware> {
  /** Absent: the kind that the file is named after. */
  readonly kinds?: readonly IntentKind[]
  compile(draft: Draft, effective: Effective, hardware: Hardware, reported: Reported): void
  /** Translates the members of its kinds back into intents; other members are ignored. */
  readBack(document: Json): Effective
}

interface FamilyCompiler {
  readonly kinds: readonly IntentKind[]
  readonly compile: Compile
  readonly readBack: ReadBack
}

type LoadedCompiler = KindCompiler<never> & { readonly kinds: readonly IntentKind[] }

function loadCompilers(folder: string): LoadedCompiler[] {
  const load = createRequire(join(folder, 'x'))
  const order = intentKinds.map(({ name }) => name)
  return readdirSync(folder)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => {
      const { compiler } = load(join(folder, name)) as { compiler: KindCompiler<never> }
      return { ...compiler, kinds: compiler.kinds ?? [basename(name, '.ts') as IntentKind] }
    })
    .sort((a, b) => order.indexOf(a.kinds[0] as IntentKind) - order.indexOf(b.kinds[0] as IntentKind))
}

/**
 * Builds a compiler from a folder with a file for each kind, in the order of the kinds. Raw settings come last; intents of kinds
 * without a file are left out with a reason.
 */
export function compilerOf(folder: string, able: (capabilities: Json) => unknown): FamilyCompiler {
  const all = loadCompilers(folder)
  const kinds: IntentKind[] = [...all.flatMap((one) => one.kinds), 'raw']
  return {
    kinds,
    compile(effective, capabilities, base, _alike, reported = { uplinks: [] }) {
      // the context that the family's own files expect
      const hardware = able(capabilities) as never
      const draft = new Draft(base ?? {})
      for (const one of all) one.compile(draft, effective, hardware, reported)
      for (const kind of Object.keys(effective) as IntentKind[])
        if (!kinds.includes(kind))
          for (const key of Object.keys(effective[kind] ?? {})) draft.aside(`${kind}/${key}`, notTaken(kind))
      applyRaw(draft, effective.raw)
      return draft.finish()
    },
    readBack: (document) =>
      Object.assign({}, ...all.map((one) => only(one.readBack(document), one.kinds))) as Effective,
  }
}

const only = (read: Effective, kinds: readonly IntentKind[]): Effective =>
  Object.fromEntries(kinds.flatMap((kind) => (read[kind] ? [[kind, read[kind]]] : [])))
