import { ContactList } from '../contact/contact-list.tsx'

/** People who are notified of alarms. */
export function View() {
  return (
    <ContactList
      robot={0}
      add={{ zh: '添加联系人', en: 'Add contact' }}
      empty={{
        title: { zh: '还没有告警联系人', en: 'No contacts yet' },
        hint: {
          zh: '添加短信、邮件或微信联系人，告警发生和恢复时通知他们',
          en: 'Add people to be notified of alarms by SMS, e-mail or WeChat',
        },
      }}
    />
  )
}
