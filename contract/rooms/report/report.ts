import { type Static, Type } from 'typebox'
import { defineCalls } from '../../kit/define-calls.ts'
import { Empty, enumOf, Flag, Id, Line, Maybe, Time } from '../../kit/schema.ts'
import { tableIn, tableOut } from '../../kit/table.ts'
import { accountErrors } from '../account/errors.ts'
import { reportErrors as errors } from './errors.ts'
import { reportLang, reportPeriod, reportRhythm, reportSection, reportState } from './enums.ts'
import { runSource } from '../patrol/enums.ts'
import { Clock, Weekday } from '../../kit/clock.ts'

const Scene = { scene_id: Id }
const Sections = Type.Array(enumOf(reportSection), { minItems: 1, maxItems: 11, uniqueItems: true })

/** What counts as being down. */
const Accounting = {
  /** Seconds; a shorter absence of a device does not count. */
  min_outage: Type.Integer({ minimum: 0, maximum: 86_400 }),
  /** 1: the time of maintenance windows counts neither as up nor as down. */
  exclude_maintenance: Flag,
}

/** When it goes out by itself, and to whom. */
const Schedule = {
  on: Flag,
  rhythm: enumOf(reportRhythm),
  /** Of weekly ones. */
  weekday: Weekday,
  /** Of monthly ones. */
  month_day: Type.Integer({ minimum: 1, maximum: 28 }),
  time: Clock,
  lang: enumOf(reportLang),
  /** Mail addresses; none: it is made and kept. */
  targets: Type.Array(Type.String({ maxLength: 128, pattern: '^[^\\s@<>,;]+@[^\\s@<>,;]+$' }), {
    maxItems: 10,
    uniqueItems: true,
  }),
}

const Said = {
  /** Above the scene's name; '' is the usual one. */
  title: Line(64),
  sections: Sections,
  period: enumOf(reportPeriod),
  ...Accounting,
  /** 1: lines to sign on at the end. */
  sign: Flag,
}

const Cell = Type.Union([Type.String(), Type.Number(), Type.Null()])

/** A section as it is printed and written into the file: every number is the text people read, in both. */
const Section = Type.Object({
  id: enumOf(reportSection),
  title: Type.String(),
  /** What the numbers are and are not. */
  notes: Type.Array(Type.String()),
  facts: Type.Array(Type.Object({ label: Type.String(), value: Type.String() })),
  charts: Type.Array(
    Type.Object({
      title: Type.String(),
      unit: Type.String(),
      /** Largest value of the scale; null: that of the points. */
      max: Maybe(Type.Number()),
      points: Type.Array(Type.Object({ label: Type.String(), value: Maybe(Type.Number()), text: Type.String() })),
    }),
  ),
  tables: Type.Array(
    Type.Object({
      title: Type.String(),
      columns: Type.Array(Type.Object({ label: Type.String(), right: Flag })),
      rows: Type.Array(Type.Array(Cell)),
      /** Rows there are beyond those. */
      more: Type.Integer(),
    }),
  ),
})
export type Section = Static<typeof Section>

export const reportCalls = defineCalls({
  profile: {
    at: 'GET scene/report/profile',
    does: { zh: '报告设置', en: 'How reports of a scene are made and sent' },
    who: 'config.read',
    scene: 'read',
    in: Type.Object(Scene),
    out: Type.Object({
      ...Said,
      ...Schedule,
      /** Data URL of a picture; '' without. */
      logo: Type.String(),
      next_at: Maybe(Time),
      changed_by: Type.String(),
      /** 1: mail can go out. */
      mail: Flag,
    }),
    shows: ['report'],
  },
  setProfile: {
    at: 'POST scene/report/profile',
    does: { zh: '修改报告设置', en: 'Set how reports of a scene are made and sent' },
    who: 'scene.write',
    scene: 'own',
    in: Type.Object({ ...Scene, ...Said, ...Schedule }),
    out: Type.Object({ next_at: Maybe(Time) }),
    errors: [accountErrors.notConfirmed],
  },
  /** The picture travels as the file `logo` of a form; without one the picture is removed. The picture is re-encoded. */
  logo: {
    at: 'POST scene/report/logo',
    does: { zh: '设置报告标志', en: 'Set the logo on reports of a scene' },
    who: 'scene.write',
    scene: 'write',
    in: Type.Object(Scene),
    out: Type.Object({ logo: Type.String() }),
    errors: [errors.badLogo],
    uploads: { files: 1, bytes: 2 << 20 },
    per_minute: 30,
  },
  preview: {
    at: 'GET scene/report/preview',
    does: { zh: '预览报告', en: 'Preview a report' },
    who: 'report.read',
    scene: 'read',
    /** Absent: as the profile says. */
    in: Type.Object({
      ...Scene,
      from: Type.Optional(Time),
      to: Type.Optional(Time),
      period: Type.Optional(enumOf(reportPeriod)),
      sections: Type.Optional(Sections),
      min_outage: Type.Optional(Accounting.min_outage),
      exclude_maintenance: Type.Optional(Flag),
    }),
    out: Type.Object({
      title: Type.String(),
      scene_name: Type.String(),
      from: Time,
      to: Time,
      time_zone: Type.String(),
      period: Type.String(),
      sections: Type.Array(Section),
      /** How the numbers are worked out. */
      accounting: Type.Array(Type.String()),
    }),
    errors: [errors.badTime],
    shows: ['report', 'patrol'],
    per_minute: 60,
  },
  make: {
    at: 'POST scene/report',
    does: { zh: '生成报告', en: 'Create a report of a scene as PDF and CSV' },
    who: 'scene.write',
    scene: 'write',
    in: Type.Object({
      ...Scene,
      from: Type.Optional(Time),
      to: Type.Optional(Time),
      period: Type.Optional(enumOf(reportPeriod)),
      sections: Type.Optional(Sections),
      min_outage: Type.Optional(Accounting.min_outage),
      exclude_maintenance: Type.Optional(Flag),
    }),
    /** Number of the report: `GET scene/report` tells how far it is. */
    out: Type.Object({ id: Id }),
    errors: [errors.badTime, errors.tooManyReports],
    audit: false,
    per_minute: 20,
  },
  list: {
    at: 'GET scene/report',
    does: { zh: '报告列表', en: 'Reports of a scene, newest first' },
    who: 'report.read',
    scene: 'read',
    in: tableIn(Scene, ['id', 'created_at', 'from_at']),
    out: tableOut(
      Type.Object({
        id: Id,
        created_at: Time,
        from_at: Time,
        to_at: Time,
        state: enumOf(reportState),
        /** Percent. */
        progress: Type.Integer(),
        way: enumOf(runSource),
        by: Type.String(),
        lang: Type.String(),
        section_cnt: Type.Integer(),
        /** Percent; null: not known. */
        availability: Maybe(Type.Number()),
        pdf_bytes: Type.Integer(),
        csv_bytes: Type.Integer(),
        /** Mail addresses it went to, and what went wrong with it or with them. */
        sent_cnt: Type.Integer(),
        said: Type.String(),
      }),
    ),
    shows: ['report'],
  },
  file: {
    at: 'GET scene/report/file',
    does: { zh: '下载报告', en: 'Download a report' },
    who: 'report.read',
    scene: 'read',
    in: Type.Object({
      ...Scene,
      report_id: Id,
      format: Type.Unsafe<'pdf' | 'csv'>({ type: 'string', enum: ['pdf', 'csv'] }),
    }),
    out: Empty,
    blob: true,
    errors: [errors.notReady],
  },
  remove: {
    at: 'POST scene/report/remove',
    does: { zh: '删除报告', en: 'Remove reports' },
    who: 'scene.write',
    scene: 'own',
    in: Type.Object({ ...Scene, ids: Type.Array(Id, { minItems: 1, maxItems: 500 }) }),
    out: Empty,
  },
})
