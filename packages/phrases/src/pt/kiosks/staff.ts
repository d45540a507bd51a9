import type { StaffTexts } from '../../en/kiosks/staff.ts';

export const staff: StaffTexts = {
  license: {
    title: 'Introduza a chave de licença',
    text: 'Está na consola, em Licenses: 25 letras e algarismos em grupos de cinco.',
    label: 'Chave de licença',
    activate: 'Ativar',
    licenseNotFound: 'Esta chave não existe. Compare-a com a da consola.',
    licenseInUse: 'Outro dispositivo usa esta chave. Desassocie-o na consola, ou use outra chave.',
  },

  menu: {
    title: 'Este quiosque',
    name: 'Nome',
    code: 'Código',
    version: 'Versão da aplicação',
    settings: 'Versão das definições',
    queue: 'Visitas por enviar',
    oldest: 'Há mais tempo à espera',
    connection: 'Ligação',
    connected: 'Ligado',
    notConnected: 'Sem ligação',
    test: 'Testar a ligação',
    tested: 'O servidor respondeu em {{count}} ms.',
    failed: 'O servidor não respondeu.',
    print: 'Imprimir uma página de teste',
    testPage: 'A impressora deste quiosque funciona.',
    printHelp:
      'Não saiu nenhuma página? Veja se a impressora está ligada, tem papel e é a predefinida deste dispositivo.',
    deprovision: 'Remover este quiosque',
    deprovisionText: 'Desaparece da consola, e a sua licença pode ser usada por outro dispositivo.',
    deprovisionLocked: 'Este quiosque não tem palavra-passe das definições. Só pode ser removido na consola.',
    deprovisionWaiting: 'Há visitas por enviar. Seriam perdidas.',
    unlock: 'Abrir',
    password: 'Palavra-passe das definições',
    passwordIncorrect: 'Esta não é a palavra-passe das definições.',
    passwordTooOften: 'Demasiadas tentativas. Tente de novo dentro de uma hora.',
    passwordAway: 'Sem rede não é possível verificar a palavra-passe. Verifique a rede deste quiosque.',
    remove: 'Remover',
  },
};
