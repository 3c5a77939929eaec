import '../../../styles/main.css'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'
import { Slider } from '../slider.tsx'

function Page() {
  const [value, setValue] = useState(24)
  return (
    <form className="w-96 p-10">
      <Slider
        label={{ zh: '长度', en: 'length' }}
        value={value}
        onChange={setValue}
        min={1}
        max={31}
        typedMax={32}
        marks={[8, 16, 24]}
        valueText={(length) => `/${length}`}
      />
      <output>{value}</output>
    </form>
  )
}

const root = document.getElementById('root')
if (root) createRoot(root).render(<Page />)
