import { firmwareCalls } from '@belvedere/contract/rooms/firmware/firmware.ts'
import { useEffect } from 'react'
import { useQueryCall } from '../../../kit/calls/query.ts'

interface Made {
  vendor: string
  model: string
  firmware: string
}

interface NewerFirmwareProps {
  input: { scene_id?: number }
  /** Receives a function that returns the version in the library if it is newer than the firmware of a device. */
  onKnown: (newer: { of: (device: Made) => string | undefined }) => void
}

/** A single small call for a whole list, independent of the number of rows and pages. */
export function NewerFirmware({ input, onKnown }: NewerFirmwareProps) {
  const { data } = useQueryCall(firmwareCalls.check, input)
  useEffect(() => {
    if (!data?.behind) return
    const models = new Map(data.models.map((one) => [one.vendor + one.model, one]))
    const of = ({ vendor, model, firmware }: Made) => {
      const known = models.get(vendor + model)
      return known?.old.includes(firmware) ? known.version : undefined
    }
    onKnown({ of })
    return () => onKnown({ of: () => undefined })
  }, [data, onKnown])
  return null
}
