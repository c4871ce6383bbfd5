document.title = 'Prumo';
