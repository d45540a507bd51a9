import type { InvitationTexts } from '../../en/kiosks/invitation.ts';

export const invitation: InvitationTexts = {
  type: 'Escribir el código',
  scan: {
    title: 'Muestre su código a la cámara',
    text: 'El código de su mensaje registra la entrada; el de su tarjeta, la salida.',
    picture: 'Lo que ve la cámara',
    refused: 'La cámara no está permitida para esta página en el navegador.',
    absent: 'No se encontró ninguna cámara, o la usa otra aplicación.',
    unknown: 'Este código no es válido aquí.',
    typeInstead: 'Escriba los 8 caracteres debajo del código QR, o use su número de teléfono.',
    phoneInstead: 'Use su número de teléfono.',
  },
  code: {
    title: 'Escriba el código de su invitación',
    text: 'Está debajo del código QR: 8 letras y cifras.',
    label: 'Código',
    short: 'El código tiene 8 letras y cifras.',
    offline: 'Los códigos escritos necesitan la red, y el servicio no responde. Lea el código QR.',
  },
  pass: {
    early: 'Su invitación aún no es válida',
    late: 'Su invitación ya no es válida',
    valid: 'Válida: {{period}}',
    without: 'Entrar sin invitación',
  },
  unusable: {
    passUnknown: 'No conocemos esta invitación',
    passCanceled: 'Esta invitación se ha cancelado',
    passDeclined: 'Usted ha rechazado esta invitación',
    passUnchecked: 'Ahora no podemos comprobar la invitación',
  },
  next: {
    passUnknown: 'Compárela con su mensaje. Puede ser para otro edificio.',
    passCanceled: 'Si le esperan de todos modos, regístrese sin ella.',
    passDeclined: 'Si ha venido de todos modos, regístrese sin ella.',
    passUnchecked: 'El servicio no responde, pero puede registrarse sin ella.',
  },
};
