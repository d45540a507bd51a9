import type { StaffTexts } from '../../en/kiosks/staff.ts';

export const staff: StaffTexts = {
  license: {
    title: 'Escriba la clave de licencia',
    text: 'Está en la consola, en Licenses: 25 letras y cifras en grupos de cinco.',
    label: 'Clave de licencia',
    activate: 'Activar',
    licenseNotFound: 'Esta clave no existe. Compárela con la de la consola.',
    licenseInUse: 'Otro dispositivo usa esta clave. Desvincúlelo en la consola, o use otra clave.',
  },

  menu: {
    title: 'Este quiosco',
    name: 'Nombre',
    code: 'Código',
    version: 'Versión de la aplicación',
    settings: 'Versión de los ajustes',
    queue: 'Visitas pendientes de enviar',
    oldest: 'La que más espera',
    connection: 'Conexión',
    connected: 'Conectado',
    notConnected: 'No conectado',
    test: 'Probar la conexión',
    tested: 'El servidor respondió en {{count}} ms.',
    failed: 'El servidor no respondió.',
    print: 'Imprimir una página de prueba',
    testPage: 'La impresora de este quiosco funciona.',
    printHelp:
      '¿No sale la página? Compruebe que la impresora está encendida, tiene papel y es la predeterminada de este dispositivo.',
    deprovision: 'Quitar este quiosco',
    deprovisionText: 'Desaparece de la consola, y otro dispositivo puede usar su licencia.',
    deprovisionLocked: 'Este quiosco no tiene contraseña de los ajustes. Solo se puede quitar en la consola.',
    deprovisionWaiting: 'Hay visitas pendientes de enviar. Se perderían.',
    unlock: 'Abrir',
    password: 'Contraseña de los ajustes',
    passwordIncorrect: 'Esta no es la contraseña de los ajustes.',
    passwordTooOften: 'Demasiados intentos. Inténtelo de nuevo en una hora.',
    passwordAway: 'Sin red no se puede comprobar la contraseña. Compruebe la red de este quiosco.',
    remove: 'Quitar',
  },
};
