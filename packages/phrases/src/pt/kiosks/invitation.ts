import type { InvitationTexts } from '../../en/kiosks/invitation.ts';

export const invitation: InvitationTexts = {
  type: 'Escrever o código',
  scan: {
    title: 'Mostre o seu código à câmara',
    text: 'O código da mensagem regista a entrada, o do cartão regista a saída.',
    picture: 'O que a câmara vê',
    refused: 'A câmara não está autorizada para esta página no navegador.',
    absent: 'Não foi encontrada nenhuma câmara, ou outra aplicação está a usá-la.',
    unknown: 'Este código não é válido aqui.',
    typeInstead: 'Escreva os 8 caracteres por baixo do código QR, ou use o seu número de telefone.',
    phoneInstead: 'Use o seu número de telefone.',
  },
  code: {
    title: 'Escreva o código do seu convite',
    text: 'Está por baixo do código QR: 8 letras e algarismos.',
    label: 'Código',
    short: 'O código tem 8 letras e algarismos.',
    offline: 'Os códigos escritos precisam da rede, e o serviço não responde. Mostre o código QR.',
  },
  pass: {
    early: 'O seu convite ainda não é válido',
    late: 'O seu convite já não é válido',
    valid: 'Válido: {{period}}',
    without: 'Entrar sem convite',
  },
  unusable: {
    passUnknown: 'Não conhecemos este convite',
    passCanceled: 'Este convite foi cancelado',
    passDeclined: 'Recusou este convite',
    passUnchecked: 'Não podemos verificar o convite agora',
  },
  next: {
    passUnknown: 'Compare-o com a sua mensagem. Pode ser para outro edifício.',
    passCanceled: 'Se mesmo assim o esperam, registe-se sem ele.',
    passDeclined: 'Se afinal veio, registe-se sem ele.',
    passUnchecked: 'O serviço não responde, mas pode registar-se sem ele.',
  },
};
