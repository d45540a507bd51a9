import type { SyncFailure } from '@vestibule/contract/building/directory.ts';
import { guestTexts } from '../../guest-messages.ts';
import { type Arrival, type MessageTexts, visitorOf } from '../../message-texts.ts';

const guest = guestTexts({
  hello: (guest) => `Hola, ${guest}:`,
  subject: {
    invitation: (tenant) => `Invitación de ${tenant}`,
    invitationChanged: (tenant) => `Invitación modificada de ${tenant}`,
    invitationCanceled: (tenant) => `Invitación cancelada de ${tenant}`,
    invitationReminder: (tenant) => `Recordatorio: visita a ${tenant}`,
  },
  sentence: {
    invitation: (who, house) => `${who} le invita: ${house}.`,
    invitationChanged: (who, house) => `Su invitación ha cambiado: ${who}, ${house}.`,
    invitationCanceled: (who, house) => `Su invitación se ha cancelado: ${who}, ${house}.`,
    invitationReminder: (who, house) => `${who} le espera mañana: ${house}.`,
  },
  until: (day) => `Se repite hasta el ${day}.`,
  was: (time) => `antes ${time}`,
  othersStay: 'Sus otras fechas de la serie se mantienen.',
  open: 'Abrir su pase',
  privacy: 'Usamos su correo electrónico solo para esta invitación. En su pase puede ver y eliminar sus datos.',
  label: { host: 'Anfitrión', where: 'Lugar', note: 'Nota', code: '¿Sin teléfono? Escriba esto en recepción:' },
  stillHere: {
    subject: (house) => `¿Sigue en ${house}?`,
    sentence: (house, time) =>
      `Consta que está en ${house} desde las ${time}. Díganos si sigue aquí o si ya se ha ido.`,
    button: 'Responder',
  },
  declined: (guest) => `${guest} no puede venir`,
  comes: (guest) => `${guest} puede venir después de todo`,
  passCode: (code, house) => `${code} es el código de su pase: ${house}. Sirve durante 10 minutos.`,
});

export const messages: MessageTexts = {
  mail: {
    invite: ({ organization, validHours }) => ({
      subject: organization === null ? 'Invitación a Vestibule' : `Invitación: ${organization}`,
      above: [
        'Hola:',
        organization === null
          ? 'Se ha creado una cuenta de Vestibule para usted.'
          : `Se ha creado una cuenta de Vestibule para usted (${organization}).`,
        'Elija una contraseña para empezar.',
      ],
      button: 'Elegir una contraseña',
      below: [
        `El enlace funciona una sola vez, durante ${duration(validHours)}.`,
        'Si no esperaba este mensaje, no tiene que hacer nada.',
      ],
    }),
    passwordReset: ({ validHours }) => ({
      subject: 'Elija una nueva contraseña',
      above: ['Hola:', 'Se ha solicitado una nueva contraseña para su cuenta de Vestibule.'],
      button: 'Elegir una nueva contraseña',
      below: [
        `El enlace funciona una sola vez, durante ${duration(validHours)}.`,
        'Si no ha sido usted, no tiene que hacer nada: su contraseña no cambia.',
      ],
    }),
    hostLink: ({ validMinutes }) => ({
      subject: 'Inicie sesión para ver sus visitas',
      above: ['Hola:', 'Use este enlace para iniciar sesión y ver sus visitas.'],
      button: 'Iniciar sesión',
      below: [
        `El enlace funciona una sola vez, durante ${validMinutes} minutos.`,
        'Si no lo ha solicitado, no tiene que hacer nada.',
      ],
    }),
    directoryFailed: ({ tenant, failure, times }) => ({
      subject: `Los empleados de ${tenant} no están al día`,
      above: [
        'Hola:',
        `Los empleados de ${tenant} no se han podido sincronizar con el directorio ${times} veces seguidas. ${why[failure]}`,
        'Hasta entonces quedan como estaban. Se puede seguir registrando la entrada de visitantes.',
      ],
      button: 'Abrir el arrendatario',
      below: ['Se vuelve a intentar cada noche. No recibirá otro mensaje hasta que haya funcionado alguna vez.'],
    }),
    kioskOffline: ({ kiosk, house, date, time }) => ({
      subject: `El quiosco ${kiosk} está sin conexión`,
      above: [
        'Hola:',
        `El quiosco ${kiosk} (${house}) no da señales de vida desde el ${date} a las ${time}.`,
        'Compruebe que tenga corriente y red.',
      ],
      button: 'Abrir los quioscos',
      below: ['Recibirá otro mensaje cuando vuelva.'],
    }),
    kioskOnline: ({ kiosk, house, date, time }) => ({
      subject: `El quiosco ${kiosk} ha vuelto`,
      above: ['Hola:', `El quiosco ${kiosk} (${house}) vuelve a estar en línea desde el ${date} a las ${time}.`],
      button: 'Abrir los quioscos',
      below: [],
    }),
    arrival: ({ visitor, visitorCompany, host, tenant, time }) => ({
      subject: `${visitor} ha venido a verle`,
      above: [
        `Hola, ${host}:`,
        `Se ha registrado a las ${time} la llegada de ${visitor} (${visitorCompany}), que viene a verle en ${tenant}.`,
      ],
      button: 'Responder',
      below: [],
    }),
    unanswered: ({ recipient, ...facts }) => ({
      subject: `${facts.visitor} espera a ${facts.host}`,
      above: [`Hola, ${recipient}:`, noAnswer(facts)],
      button: 'Responder',
      below: [],
    }),
    ...guest.mail,
  },
  sms: {
    arrival: ({ visitor, visitorCompany, tenant, time }) =>
      `Su visita ha llegado: ${visitor} (${visitorCompany}), en ${tenant}, a las ${time}.`,
    visitConfirmation: ({ house, tenant, host, date, time }) =>
      `Le damos la bienvenida a ${house}. Su visita a ${host === null ? tenant : `${host}, ${tenant}`} ha quedado registrada el ${date} a las ${time}.`,
    wifi: ({ house, info }) => `Wifi en ${house}: ${info}`,
    preregistration: ({ house, tenant, link }) =>
      `${tenant} le espera en ${house}. Muestre este código al llegar: ${link}`,
    delivery: ({ house, tenant, time }) => `Hay una entrega para ${tenant} en la entrada de ${house}, a las ${time}.`,
    unanswered: noAnswer,
    ...guest.sms,
  },
};

const why: Record<SyncFailure, string> = {
  directoryUnavailable: 'El directorio no ha respondido.',
  consentRevoked: 'El directorio ya no permite el acceso a Vestibule. Vuelva a conectar el arrendatario.',
  secretExpired: 'El secreto de cliente de la aplicación ha caducado. Vuelva a conectar el arrendatario con uno nuevo.',
  groupNotFound: 'El grupo ya no está en el directorio.',
  serviceAccountRequired: 'La cuenta utilizada ya no puede leer el directorio. Vuelva a conectar el arrendatario.',
  tooManyRemovals: 'Se habría eliminado a más del 30 % de los empleados. Revíselo y confírmelo si es correcto.',
  unexpected: 'Algo ha fallado por nuestra parte.',
};

function duration(hours: number): string {
  if (hours % 24 === 0) return hours === 24 ? '1 día' : `${hours / 24} días`;
  return hours === 1 ? '1 hora' : `${hours} horas`;
}

function noAnswer(facts: Arrival): string {
  const { host, tenant, time } = facts;
  const who = visitorOf(facts, (company) => ` de ${company}`);
  return `${host} no ha respondido. ${who} espera en ${tenant} desde las ${time}.`;
}
