import type { SnmpQueries } from '../../protocol/snmp/protocol.ts'

const mib2 = '1.3.6.1.2.1'
const ucd = '1.3.6.1.4.1.2021'
const lldp = '1.0.8802.1.1.2.1'

/** Object identifiers by their names in the standards; tables by the entry of their columns. */
export const oid = {
  sysDescr: `${mib2}.1.1.0`,
  sysObjectID: `${mib2}.1.2.0`,
  sysUpTime: `${mib2}.1.3.0`,
  sysContact: `${mib2}.1.4.0`,
  sysName: `${mib2}.1.5.0`,
  sysLocation: `${mib2}.1.6.0`,
  ifEntry: `${mib2}.2.2.1`,
  ifXEntry: `${mib2}.31.1.1.1`,
  ipAddrEntry: `${mib2}.4.20.1`,
  hrSystemUptime: `${mib2}.25.1.1.0`,
  hrStorageEntry: `${mib2}.25.2.3.1`,
  hrProcessorEntry: `${mib2}.25.3.3.1`,
  hrPrinterEntry: `${mib2}.25.3.5.1`,
  laLoad1: `${ucd}.10.1.3.1`,
  laLoad5: `${ucd}.10.1.3.2`,
  laLoad15: `${ucd}.10.1.3.3`,
  memTotalReal: `${ucd}.4.5.0`,
  memAvailReal: `${ucd}.4.6.0`,
  memBuffer: `${ucd}.4.14.0`,
  memCached: `${ucd}.4.15.0`,
  ssCpuIdle: `${ucd}.11.11.0`,
  entPhysicalEntry: `${mib2}.47.1.1.1.1`,
  sensorEntry: `${mib2}.99.1.1.1`,
  lldpLocPortEntry: `${lldp}.3.7.1`,
  lldpRemEntry: `${lldp}.4.1.1`,
  upsBatteryStatus: `${mib2}.33.1.2.1.0`,
  upsMinutesLeft: `${mib2}.33.1.2.3.0`,
  upsCharge: `${mib2}.33.1.2.4.0`,
  upsOutputSource: `${mib2}.33.1.4.1.0`,
  upsInputEntry: `${mib2}.33.1.3.3.1`,
  upsOutputEntry: `${mib2}.33.1.4.4.1`,
  markerEntry: `${mib2}.43.10.2.1`,
  supplyEntry: `${mib2}.43.11.1.1`,
} as const

const columns = (entry: string, ...numbers: number[]) => numbers.map((number) => `${entry}.${number}`)

/** Variables requested from every SNMP device: identity, health, interfaces, neighbours, and data of UPS devices and printers. */
export const snmpQueries: SnmpQueries = {
  hello: [oid.sysDescr, oid.sysObjectID, oid.sysName, oid.sysContact, oid.sysLocation],
  scalars: [
    oid.sysUpTime,
    oid.hrSystemUptime,
    oid.laLoad1,
    oid.laLoad5,
    oid.laLoad15,
    oid.memTotalReal,
    oid.memAvailReal,
    oid.memBuffer,
    oid.memCached,
    oid.ssCpuIdle,
    oid.upsBatteryStatus,
    oid.upsMinutesLeft,
    oid.upsCharge,
    oid.upsOutputSource,
  ],
  tables: [
    // descr, type, speed, address, oper; octets and packets of 32 bits; errors and drops
    { columns: columns(oid.ifEntry, 2, 3, 5, 6, 8, 10, 11, 13, 14, 16, 17, 19, 20), most: 512 },
    // name, 64-bit octets and packets, Mbit/s
    { columns: columns(oid.ifXEntry, 1, 6, 7, 10, 11, 15), most: 512 },
    { columns: columns(oid.ipAddrEntry, 2, 3), most: 128 },
    { columns: columns(oid.hrProcessorEntry, 2), most: 256 },
    { columns: columns(oid.hrStorageEntry, 2, 4, 5, 6), most: 64 },
    { columns: columns(oid.sensorEntry, 1, 2, 3, 4, 5), most: 128 },
    { columns: columns(oid.lldpLocPortEntry, 3, 4), most: 512 },
    { columns: columns(oid.lldpRemEntry, 5, 7, 8, 9, 10), most: 256 },
    { columns: columns(oid.upsInputEntry, 3), most: 8 },
    { columns: columns(oid.upsOutputEntry, 2, 5), most: 8 },
    { columns: columns(oid.hrPrinterEntry, 1, 2), most: 8 },
    { columns: columns(oid.markerEntry, 4), most: 8 },
    { columns: columns(oid.supplyEntry, 6, 8, 9), most: 64 },
  ],
}
