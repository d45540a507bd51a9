// Runs before anything is painted, so that a chosen colour scheme does not flash.
document.documentElement.dataset.colorScheme = localStorage.getItem('vestibule.colorScheme') ?? 'auto';
