/**
 * The form for playing a game that wikibot keeps: who you are in it, what waits for you, what you can do now, and what
 * the bot answered.
 *
 * It writes the same lines that people write by hand, as your own edit of the actions page. What it knows of the game it
 * reads from one page that the bot keeps (`data` below); docs/gadget.md tells what stands there. Whatever comes from a
 * page is shown as text only, and nothing of it is run.
 *
 * ECMAScript 5: MediaWiki 1.39 refuses newer scripts in gadgets. Texts are in MESSAGES; a page
 * `MediaWiki:Wikibot-form-KEY` (or `.../LANGUAGE`) takes the place of each.
 */
( function () {
	'use strict';

	var GAMES = []; // filled in by: wikibot gadget install

	/**
	 * One game of this wiki.
	 *
	 * @typedef {Object} Place
	 * @property {string} data title of the page that the bot keeps for the form
	 * @property {string} bot the bot's account: only what it saved counts; '' where any revision does
	 * @property {string} actions title of the page on which players write
	 * @property {string} gamestate title of the page with board and tables
	 * @property {string} [help] title of another page on which the form is shown
	 * @property {string} [board] likewise
	 * @property {string} [ruleset] title of the page with the rules
	 * @property {string} [lens] title of the page on which the bot says how these are played
	 * @property {Object} [words] texts of the form in the game's language, until those on the bot's page are read
	 */

	/**
	 * A choice of a list.
	 *
	 * @typedef {{value: string, label: string}} Entry
	 */

	/**
	 * A piece of a line: literal text, a field, parts that may be left out, or parts that may be repeated.
	 *
	 * @typedef {string|Field|{optional: Part[]}|{many: Part[], between: string, most: number, distinct: boolean}} Part
	 */

	/**
	 * A field of a line. One of `list` (a name, or the entries), `number`, `text` (most characters) and `dice` is set.
	 *
	 * @typedef {{label: string, list: (string|List|null), number: (Object|null), text: number, without: string,
	 *     dice: (string|null)}} Field
	 */

	/**
	 * A list to choose from. `more`: it was cut, so that other values may be written.
	 *
	 * @typedef {{entries: Entry[], more: boolean}} List
	 */

	/**
	 * What was put into parts, beside each of them: of a field the text, of optional parts their values, of repeated
	 * ones the values of each time, of literal text nothing.
	 *
	 * @typedef {Array} Values
	 */

	/**
	 * One way to write an action. `body`: a text on lines of its own below the line.
	 *
	 * @typedef {{label: string, parts: Part[], body: ({label: string, most: number}|null)}} LineForm
	 */

	/**
	 * An answer of the bot. `revision`: the one that added the line; `who` signed it; all texts are plain.
	 *
	 * @typedef {{revision: number, who: string, line: string, verdict: string, word: string, text: string}} Answer
	 */

	var LARGEST = 400000, // characters of the bot's page that are read
		LONGEST_LINE = 8000, // characters of a line
		LONGEST_SEALED = 500, // of a line for the bot alone
		LONGEST_BODY = 20000, // characters of the text below it
		MOST_PARTS = 40, // of a line
		SPACES = 'space', // the list whose values the board shows
		GOODS = 'belongings', // the list of what a player owns
		SIGNATURE = '~' + '~' + '~' + '~', // apart: the wiki would sign this script where they stand together
		MISSING = '…', // in a line, for a field that has to be filled in
		MOST_ENTRIES = 2000, // of any list in the bot's page
		MOST_ANSWERS = 5, // of the bot's last answers that are shown
		MOST_NEWS = 3, // of what others did since the last visit
		MOST_COLUMNS = 7, // of a table that a narrow window shows as one
		SPARE = [ 'Line', 'Message' ], // columns of larger ones that are for the bot
		PRIMARY = { flags: [ 'primary', 'progressive' ] }, // of the button that saves
		MOST_TRIES = 5, // to save a line while others save
		FIRST_LOOK = 600, // milliseconds between looks for an answer
		PATIENCE = 120000, // milliseconds after which they become rarer
		AFTERWARDS = 20000, // milliseconds after an answer, in which the bot saves its other pages
		LAST_LOOK = 10000, // between looks, once they have become rare
		IDLE_LOOK = 120000, // between looks where no answer is awaited
		MODULES = [ 'mediawiki.api', 'mediawiki.util', 'mediawiki.storage', 'oojs-ui-core', 'oojs-ui-core.styles' ],
		MARKS = /[\s\u0021-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u2000-\u206f\u2e00-\u2e7f]/, // no letters nor digits
		LEFTWARD = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/, // a letter that runs from right to left
		KEY = 'wikibot-form-';

	var MESSAGES = {
		title: 'Play: $1',
		'you-are': 'You are $1.',
		'you-are-about': 'You are $1: $2',
		'not-player': '$1 is not a player of this game.',
		'log-in': 'Log in to play',
		'logged-out': 'You are not logged in.',
		players: 'Players',
		stopped: 'Nothing is played at the moment: $1',
		waits: 'What waits for you',
		'waits-others': 'What the game waits for',
		'your-turn': 'It is your turn.',
		'turn-of': 'It is the turn of $1.',
		join: 'Join',
		news: 'Since you were here',
		undo: 'Undo the last click',
		brings: 'It would bring: $1',
		'proposal-text': 'The text of the proposal',
		'waits-line': 'For your line “$1”',
		until: 'until $1',
		answer: 'Answer',
		'answer-with': 'Answer in another way',
		act: 'What you can do',
		action: 'Action',
		'action-choose': 'Choose an action',
		'action-other': 'Other actions',
		'action-form': 'In which form',
		'answer-to': 'Answer to: $1',
		choose: 'Choose',
		add: 'Add',
		'add-to': 'Add to: $1',
		another: 'Add another',
		remove: 'Remove $1',
		'remove-row': 'Remove this row',
		field: 'Value',
		optional: '$1 (may be left empty)',
		'on-board': 'Click the spaces on the board, or choose them here.',
		'on-board-one': 'Click a space on the board, or choose it here.',
		faces: 'What you rolled, as the dice bot printed it.',
		'faces-of': 'What you rolled with $1: the faces, or what the dice bot printed.',
		line: 'Your line',
		'line-help': 'This is what is written on “$1”. You can change it.',
		'only-bot': 'Only for the bot',
		'only-bot-help': 'The line is encrypted before it is saved, so that nobody else can read it. You are mailed what came of it.',
		save: 'Save the line',
		saving: 'Saving…',
		conflict: 'Another edit came in between. Trying again…',
		saved: 'Your line is saved. The bot has not answered yet.',
		answered: 'The bot answered your line “$1”.',
		talk: 'The bot has read your line “$1” and took it for talk: nothing was played, and no answer comes.',
		picked: '$1 is chosen.',
		reload: 'The page has changed. Show it anew',
		answers: 'Your last lines and their answers',
		'answers-none': 'There are no answers to lines of yours on “$1”.',
		'answer-waits': 'not answered yet',
		'answer-talk': 'taken for talk',
		'edit-by-hand': 'Edit the page by hand',
		'error-empty': 'Write a line, or choose an action.',
		'error-missing': 'Please fill in: $1',
		'error-number': '$1: a whole number from $2 to $3',
		'error-number-min': '$1: a whole number, at least $2',
		'error-number-any': '$1: a whole number',
		'error-without': '$1: these characters may not stand in it: $2',
		'error-only-bot': 'A line that is only for the bot has no text below it, and $1 characters at most.',
		'error-sealing': 'Your browser did not encrypt the line, so it is not saved.',
		'error-long': 'The line is too long: $1 characters at most.',
		'error-open': 'The line opens a comment, nowiki or pre and does not close it: it would hide other lines.',
		'error-data-missing': 'The bot has not yet written the page “$1”, which the form needs.',
		'error-data-broken': 'The form cannot read the page “$1”. You can write your line by hand.',
		'error-data-large': 'The page “$1” is too large for the form. You can write your line by hand.',
		'error-load': 'The wiki does not answer. Try again later, or write your line by hand.',
		'error-lost': 'The wiki’s answer was lost, and your line does not seem to be saved. It is kept here: save it again.',
		'error-conflict': 'Others save all the time. Your line is kept here: save it again.',
		'error-session': 'You are no longer logged in as $1. Log in in another tab, then save again: your line is kept here.',
		'error-blocked': 'Your account may not edit at the moment: it is blocked. Your line is kept here. $1',
		'error-protected': 'You may not edit “$1”: it is protected. Your line is kept here.',
		'error-rights': 'You do not have the right to edit “$1”. Your line is kept here. $2',
		'error-captcha': 'The wiki asks for a captcha, which this form cannot show. Copy your line and save it by hand.',
		'error-readonly': 'The wiki is read-only at the moment. Your line is kept here. $1',
		'error-rate': 'You have saved too often in a short time. Wait a minute, then save again: your line is kept here.',
		'error-other': 'The wiki did not save your line: $1 It is kept here.',
		'how-as-written': 'as written',
		'how-by-the-register': 'by the register',
		'how-by-reading': 'by reading',
		'how-by-code': 'by code',
		'how-held': 'held',
		'how-for-people': 'for people',
		'lens-title': 'How the bot plays these rules',
		'lens-help': 'Each sentence has a sign behind it; click the sign to see what is played. Click a kind to go to the next.',
		'lens-kind': '$1: $2',
		'lens-would': 'How its text would be played',
		'lens-as': 'Played as',
		'lens-given': 'The reading',
		'lens-given-by': 'The reading, given by $1',
		'lens-reads': 'Reads',
		'lens-changes': 'Changes',
		'lens-used': 'Used in the last 7 days',
		'lens-times': '`$1`: $2 ×, last on $3',
		'lens-unknown': 'Not understood',
		'lens-why': 'Because',
		'lens-recognised': 'Recognised',
		'lens-wanting': 'To be said',
		'lens-nearest': 'Like this it would be',
		'lens-offers': 'It may mean',
		'lens-without': 'without: $1',
		'lens-other': 'Have it played in another way',
		'lens-own': 'What it means, in plain sentences',
		'lens-nothing': 'Nothing is played by it',
		'lens-confirm': 'The reading holds for these words too',
		'lens-none': 'Take the reading away',
		'lens-save': 'Save the reading',
		summary: '$1'
	};

	/** What stands behind a sentence, by how it is played: for a way without a sign its words do. */
	var SIGNS = {
		'as written': '✓', 'by the register': '≈', 'by reading': '“”', 'by code': '⚙', held: '…', 'for people': '☺'
	};

	/** Codes of the API that mean the same to the one who saves. */
	var ERRORS = {
		assertuserfailed: 'session',
		assertnameduserfailed: 'session',
		badtoken: 'session',
		'notloggedin': 'session',
		blocked: 'blocked',
		autoblocked: 'blocked',
		'blocked-global': 'blocked',
		protectedpage: 'protected',
		cascadeprotected: 'protected',
		protectednamespace: 'protected',
		permissiondenied: 'rights',
		'noedit': 'rights',
		'noedit-anon': 'rights',
		'nocreate-loggedin': 'rights',
		readonly: 'readonly',
		ratelimited: 'rate',
		editconflict: 'conflict',
		articleexists: 'conflict',
		http: 'lost',
		'ok-but-empty': 'lost'
	};

	// -- texts ---------------------------------------------------------------------------------------------------------

	/** A text of the form as plain text. @param {string} key of MESSAGES, then what takes the place of $1, $2... */
	function say( key ) {
		var values = Array.prototype.slice.call( arguments, 1 );
		return mw.message( KEY + key ).params( key === 'summary' ? values : values.map( isolated ) ).plain();
	}

	/**
	 * A text in which words from right to left do not pull the signs and numbers beside them along, nor turn it round.
	 */
	function isolated( said ) {
		return LEFTWARD.test( said ) ? String( said ).replace( /[\u2068\u2069]/g, '' ).replace(
			/[^\s.,;:()"]+/g, function ( word ) {
				return LEFTWARD.test( word ) ? '\u2068' + word + '\u2069' : word;
			} ) : String( said );
	}

	/**
	 * Let the wiki's own texts take the place of ours; and before them those of the bot's page, in the game's language.
	 *
	 * @param {Array.<{name: string, content: string, missing: boolean}>} [found] of the API's allmessages
	 * @param {Object} [words] of the bot's page
	 */
	function setTexts( found, words ) {
		Object.keys( MESSAGES ).forEach( function ( key ) {
			if ( !mw.messages.exists( KEY + key ) || mw.messages.get( KEY + key ) === MESSAGES[ key ] ) {
				mw.messages.set( KEY + key, text( object( words )[ key ] ) || MESSAGES[ key ] );
			}
		} );
		( found || [] ).forEach( function ( each ) {
			var name = String( each.name ).replace( /^W/, 'w' ).replace( /_/g, ' ' );
			if ( !each.missing && name.indexOf( '/' ) < 0 && typeof each.content === 'string' ) {
				mw.messages.set( name, each.content );
			}
		} );
	}

	/** A time as people in the reader's language and place write it. @return {string} '' where it is no time */
	function shownTime( iso ) {
		var time = new Date( iso ), form = {
			year: 'numeric', month: 'short', day: 'numeric', hour: '2-digit', minute: '2-digit', timeZoneName: 'short'
		};
		if ( !iso || isNaN( time ) ) {
			return '';
		}
		try {
			return time.toLocaleString( mw.config.get( 'wgUserLanguage' ), form );
		} catch ( error ) { // a language of the wiki that the browser does not know
			return time.toLocaleString( 'en', form );
		}
	}

	// -- the bot's page: pure ------------------------------------------------------------------------------------------

	/** @return {string} '' where it is no text */
	function text( value ) {
		return typeof value === 'string' || typeof value === 'number' ? String( value ).slice( 0, 2000 ) : '';
	}

	/**
	 * @param {Function} read gives null for what is to be left out
	 * @return {Array} empty where it is no list
	 */
	function list( value, read ) {
		return ( Array.isArray( value ) ? value : [] ).slice( 0, MOST_ENTRIES ).map( read ).filter( function ( each ) {
			return each !== null && each !== '';
		} );
	}

	/** @return {Function} what gives that property of each of a list */
	function the( name ) {
		return function ( each ) {
			return each[ name ];
		};
	}

	/** @return {Object} empty where it is none */
	function object( value ) {
		return value && typeof value === 'object' && !Array.isArray( value ) ? value : {};
	}

	/** @return {Object} empty where it says none */
	function parsed( json ) {
		try {
			return object( JSON.parse( json ) );
		} catch ( error ) {
			return {};
		}
	}

	/**
	 * @param {*} raw a text or {value, label}
	 * @return {Entry|null}
	 */
	function readEntry( raw ) {
		var own = object( raw ), value = text( typeof raw === 'object' ? own.value : raw );
		return value ? { value: value, label: text( own.label ) || value } : null;
	}

	function readList( raw ) {
		return {
			entries: list( raw, readEntry ),
			more: list( raw, function ( each ) {
				return object( each ).more === true || null;
			} ).length > 0
		};
	}

	/** @return {Object.<string, List>} */
	function readLists( raw ) {
		var lists = Object.create( null );
		Object.keys( object( raw ) ).forEach( function ( name ) {
			lists[ name ] = readList( raw[ name ] );
		} );
		return lists;
	}

	/** @return {Part|null} null where it is none that this form knows */
	function readPart( raw ) {
		var own = object( raw ), inner = readParts( own.optional || own.many );
		if ( typeof raw === 'string' ) {
			return text( raw );
		}
		if ( own.optional || own.many ) {
			return inner && ( own.optional ? { optional: inner } : {
				many: inner, between: text( own.between ), distinct: own.distinct === true,
				most: Math.min( Number( own.most ) || 20, 100 )
			} );
		}
		if ( !own.list && !own.number && !own.text && typeof own.dice !== 'string' ) {
			return null;
		}
		return {
			label: text( own.label ) || say( 'field' ),
			list: Array.isArray( own.list ) ? readList( own.list ) : text( own.list ) || null,
			number: own.number ? object( own.number ) : null,
			text: own.text ? Math.min( Number( own.text ) || 200, LONGEST_LINE ) : 0,
			without: text( own.without ),
			dice: typeof own.dice === 'string' ? text( own.dice ) : null
		};
	}

	/** @return {Part[]|null} null where one of them is not known: half a line would be another line */
	function readParts( raw ) {
		var parts = ( Array.isArray( raw ) ? raw : [] ).slice( 0, MOST_PARTS ).map( readPart );
		return parts.length && parts.indexOf( null ) < 0 ? parts : null;
	}

	/** @return {LineForm|null} */
	function readForm( raw ) {
		var own = object( raw ), parts = readParts( own.parts ), body = object( own.body );
		return parts && {
			label: text( own.label ), parts: parts, body: own.body ? {
				label: text( body.label ) || say( 'field' ), most: Math.min( Number( body.most ) || LONGEST_BODY, LONGEST_BODY )
			} : null
		};
	}

	/** @return {{name: string, group: string, about: string, forms: LineForm[]}|null} */
	function readVerb( raw ) {
		var own = object( raw ), forms = list( own.forms, readForm );
		return own.name && forms.length ?
			{ name: text( own.name ), group: text( own.group ), about: text( own.about ), forms: forms } : null;
	}

	/** @return {Object} what an order of a player waits for */
	function readWait( raw ) {
		var own = object( raw );
		return {
			id: text( own.id ),
			line: text( own.line ),
			own: text( own.kind || 'action' ) === 'action', // whether that is a line of the player
			question: text( own.question ),
			until: text( own.until ),
			vote: own.kind === 'vote',
			text: text( own.text ),
			form: own.form ? readForm( own.form ) : null,
			options: list( own.options, function ( option ) {
				var line = text( object( option ).line );
				return line ? { line: line, label: text( option.label ) || line } : null;
			} )
		};
	}

	/** @return {Object} a player, or what those can do who are none: then without a name */
	function readPlayer( raw ) {
		var own = object( raw );
		return {
			name: text( own.name ),
			accounts: list( own.accounts, text ),
			about: text( own.about ),
			can: list( own.can, text ),
			lists: readLists( own.lists ),
			dice: object( own.dice ),
			at: text( own.at ),
			only: object( own.only ),
			most: object( own.most ),
			brings: object( own.brings ),
			waits: list( own.waits, readWait )
		};
	}

	/**
	 * The bot's page as values of which every one has the type that it should have.
	 *
	 * @return {Object|null} null where it is not such a page
	 */
	function readGame( json ) {
		var raw = parsed( json ), pages = object( raw.pages );
		return raw.format !== 1 || !text( pages.actions ) ? null : {
			game: text( raw.game ),
			actions: text( pages.actions ),
			heading: text( pages.heading ),
			board: text( pages.board ) || text( pages.gamestate ),
			stopped: text( raw.stopped ),
			box: text( raw.box ),
			words: object( raw.words ),
			verdicts: object( raw.verdicts ),
			turn: text( raw.turn ),
			ways: object( raw.ways ),
			used: object( raw.used ),
			lists: readLists( raw.lists ),
			verbs: list( raw.verbs, readVerb ),
			players: list( raw.players, readPlayer ).filter( the( 'name' ) ),
			stewards: list( raw.stewards, text ),
			forStewards: list( raw.for_stewards, readWait ),
			others: readPlayer( raw.others )
		};
	}

	/** @return {Object|null} a sentence of the rules, and how it is played */
	function readSentence( raw ) {
		var own = object( raw ), found = {};
		[ 'text', 'how', 'unit', 'says', 'given', 'by', 'unknown', 'why', 'nearest', 'wanting', 'verb', 'order' ].forEach(
			function ( key ) {
				found[ key ] = text( own[ key ] );
			} );
		[ 'reads', 'changes', 'recognised' ].forEach( function ( key ) {
			found[ key ] = list( own[ key ], text );
		} );
		found.offers = list( own.offers, function ( offer ) {
			return { text: text( object( offer ).text ), without: list( object( offer ).left_out, text ) };
		} );
		return found.text && SIGNS[ found.how ] ? found : null;
	}

	/**
	 * The bot's page about the rules as values of which every one has the type that it should have.
	 *
	 * @return {{sentences: Object[], proposals: Object.<string, Object[]>, by: string}} empty where it is not such a page
	 */
	function readLens( json ) {
		var raw = parsed( json.slice( 0, LARGEST ) ), proposals = Object.create( null );
		list( raw.proposals, object ).forEach( function ( each ) {
			proposals[ text( each.id ) ] = list( each.sentences, readSentence );
		} );
		return { sentences: list( raw.sentences, readSentence ), proposals: proposals, by: text( raw.readings_by ) };
	}

	// -- lines: pure ---------------------------------------------------------------------------------------------------

	/**
	 * A value of a list as it stands in a line: in nowiki where it would do something on the page.
	 *
	 * @return {string} wikitext
	 */
	function spelled( value ) {
		if ( !/[<>]|\[\[|\]\]|\{\{|\}\}|\{\||~{3}|''|__|&#?\w+;/.test( value ) ) {
			return value;
		}
		return '<nowiki>' + value.replace( /&/g, '&amp;' ).replace( /</g, '&lt;' ).replace( />/g, '&gt;' ) + '</nowiki>';
	}

	/**
	 * What players rolled, as lines show it: `2d4 (1, 3) = 4`.
	 *
	 * @param {string} dice as `2d4`, or several between commas
	 * @param {string} faces as `1, 3`, or anything that a dice bot prints
	 */
	function shownRoll( dice, faces ) {
		var numbers = ( faces.match( /\d+/g ) || [] ).map( Number ), rolls = dice.match( /\d{0,3}d\d+/g ) || [],
			counts = rolls.map( function ( roll ) {
				return parseInt( roll, 10 ) || 1;
			} ), all = counts.reduce( sum, 0 );
		if ( /[^\d\s,;+]/.test( faces ) || !all || numbers.length !== all ) {
			return faces;
		}
		return rolls.map( function ( roll, number ) {
			var own = numbers.splice( 0, counts[ number ] );
			return ( /^d/.test( roll ) ? '1' : '' ) + roll + ' (' + own.join( ', ' ) + ') = ' + own.reduce( sum, 0 );
		} ).join( ', ' );
	}

	function sum( one, other ) {
		return one + other;
	}

	/** @return {string} wikitext, '' where the field is empty */
	function fieldText( field, value ) {
		value = ( value || '' ).replace( /\s+/g, ' ' ).trim();
		return field.dice !== null ? shownRoll( field.dice, value ) : spelled( value );
	}

	/**
	 * The parts with the dice that a player has to roll now; what asks for dice goes where there are none.
	 *
	 * @param {string} [dice] '' where it is not known which
	 * @param {number} [most] that a number may be now
	 */
	function withDice( parts, dice, most ) {
		return parts.map( function ( part ) {
			if ( part.optional ) {
				return { optional: withDice( part.optional, dice, most ) };
			}
			if ( part.number && most ) {
				return $.extend( {}, part, { number: { min: part.number.min, max: most } } );
			}
			return part.dice !== '' ? part : typeof dice === 'string' && $.extend( {}, part, { dice: text( dice ) } );
		} ).filter( function ( part, number ) {
			return part && !( part.optional && part.optional.length < parts[ number ].optional.length );
		} );
	}

	/** Whether optional parts are left out: where their first field is empty. */
	function leftOut( parts, values ) {
		var at = parts.map( function ( part ) {
			return typeof part;
		} ).indexOf( 'object' ), part = parts[ at ], value = values[ at ];
		return at >= 0 && ( part.optional ? leftOut( part.optional, value || [] ) :
			part.many ? !value || !value.length || leftOut( part.many, value[ 0 ] ) : !fieldText( part, value ) );
	}

	/**
	 * The line that some parts and what was put into their fields make.
	 *
	 * @return {string} wikitext, with … for fields that have to be filled in
	 */
	function compose( parts, values ) {
		return composed( parts, values ).replace( / +/g, ' ' ).trim();
	}

	function composed( parts, values ) {
		return parts.map( function ( part, number ) {
			var value = values[ number ];
			if ( typeof part === 'string' ) {
				return part;
			}
			if ( part.optional ) {
				return leftOut( part.optional, value || [] ) ? '' : composed( part.optional, value );
			}
			if ( part.many ) {
				return ( value && value.length ? value : [ [] ] ).map( function ( each ) {
					return composed( part.many, each );
				} ).join( part.between );
			}
			return fieldText( part, value ) || MISSING;
		} ).join( '' );
	}

	/** @return {boolean} whether what it opens would hide what stands below it */
	function staysOpen( line ) {
		return [ [ '<!--', '-->' ], [ '<nowiki>', '</nowiki>' ], [ '<pre', '</pre>' ] ].some( function ( pair ) {
			var low = line.toLowerCase(), opened = low.lastIndexOf( pair[ 0 ] );
			return opened >= 0 && low.indexOf( pair[ 1 ], opened ) < 0;
		} );
	}

	/**
	 * A page with its comments, nowiki and pre blanked out, so that what looks like a heading there is none.
	 *
	 * @return {{text: string, end: number}} of the same length; `end`: where a comment begins that never ends
	 */
	function masked( page ) {
		var tag = /<!--|<(nowiki|pre|syntaxhighlight|source|math)(?=[\s>])[^<>]*>/gi,
			pieces = [], at = 0, end = page.length, low = page.toLowerCase(), open = {}, found, close, stop;
		while ( ( found = tag.exec( page ) ) ) {
			close = found[ 1 ] ? '</' + found[ 1 ].toLowerCase() + '>' : '-->';
			stop = open[ close ] ? -1 : low.indexOf( close, tag.lastIndex );
			open[ close ] = stop < 0; // then further ones are not closed either
			if ( stop < 0 ) {
				if ( !found[ 1 ] ) {
					end = found.index;
					break;
				}
				continue; // a tag that is never closed is shown as it is
			}
			stop += close.length;
			pieces.push( page.slice( at, found.index ), page.slice( found.index, stop ).replace( /[^\n]/g, '\u0000' ) );
			tag.lastIndex = at = stop;
		}
		return { text: pieces.join( '' ) + page.slice( at ), end: end };
	}

	/**
	 * Where the lines under a heading end.
	 *
	 * @param {string} page wikitext
	 * @param {string} heading '' for the whole page
	 * @return {{start: number, end: number}} the whole page where there is no such heading
	 */
	function regionOf( page, heading ) {
		var mask = masked( page ), region = { start: 0, end: mask.end }, wanted = heading.trim().toLowerCase(),
			level = 0, at = 0;
		mask.text.slice( 0, mask.end ).split( '\n' ).forEach( function ( line ) {
			var found = wanted && headingOf( line );
			if ( found && level && found.level <= level ) {
				region.end = at;
				level = 0;
			}
			if ( found && found.title === wanted ) { // of several such headings the last one
				region = { start: at + line.length, end: mask.end };
				level = found.level;
			}
			at += line.length + 1;
		} );
		return region;
	}

	/**
	 * @param {string} line of a page whose comments are blanked out
	 * @return {{level: number, title: string}|null} null where it is no heading
	 */
	function headingOf( line ) {
		var said = ( '.' + line.replace( /^\u0000+/, '' ).replace( /\u0000/g, ' ' ) ).trim().slice( 1 ),
			found = said.match( /^(={1,6})([\s\S]+)\1$/ );
		return found && { level: found[ 1 ].length, title: plainText( found[ 2 ].slice( 0, 500 ) ).toLowerCase() };
	}

	/**
	 * The page with a line added below what stands under a heading; nothing else changes.
	 *
	 * @param {string} page wikitext, '' where there is none yet
	 * @param {string} line with its list mark and signature
	 */
	function withLine( page, heading, line ) {
		var region, at;
		if ( !page.trim() ) {
			return ( heading ? '== ' + heading + ' ==\n' : '' ) + line;
		}
		region = regionOf( page, heading );
		at = region.start + ( '.' + page.slice( region.start, region.end ) ).trim().length - 1;
		return page.slice( 0, at ) + ( at ? '\n' : '' ) + line +
			( at < page.length && page.charAt( at ) !== '\n' ? '\n' : '' ) + page.slice( at );
	}

	/** Decode the entities that the bot writes. */
	function decoded( wikitext ) {
		return wikitext.replace( /&(?:#\d{1,7}|#x[\da-f]{1,6}|lt|gt|amp|quot|nbsp);/gi, function ( entity ) {
			var read = $( document.createElement( 'textarea' ) ).html( entity ).text();
			return read === '\uFFFD' ? entity : read; // the number of no character
		} );
	}

	/** Wikitext of one line as a reader sees it: a plain text. */
	function plainText( wikitext ) {
		return wikitext.split( /(<nowiki>[^<]*<\/nowiki>)/ ).map( function ( piece, number ) {
			if ( number % 2 ) {
				return decoded( piece.slice( 8, -9 ) );
			}
			return decoded( piece.replace( /<!--[^>]*-->/g, '' ).replace( /<br ?\/?>/gi, '\n' )
				.replace( /\[\[(?:[^[\]|]*\|)?([^[\]|]*)\]\]/g, '$1' ).replace( /<\/?[a-z][^<>]*>/gi, '' )
				.replace( /'{2,5}/g, '' ).replace( /\u0000/g, '' ) );
		} ).join( '' ).replace( /[ \t]+/g, ' ' ).trim();
	}

	/**
	 * A line of a page without list marks and signature, and whose signature that is; of a sealed one the beginning.
	 *
	 * @return {{text: string, who: string}}
	 */
	function lineText( raw ) {
		var numbers = mw.config.get( 'wgNamespaceIds' ), // of all names and aliases
			spaces = Object.keys( numbers ).filter( function ( name ) {
				return numbers[ name ] === 2 || numbers[ name ] === 3;
			} ).map( mw.util.escapeRegExp ).join( '|' ).replace( /_/g, '[ _]' ),
			signed = new RegExp(
				'\\[\\[:?(?:' + spaces + '):([^\\]|/#]{0,300})[^\\]]{0,300}\\]\\][^\\n]{0,200}\\([^()\\n]{2,12}\\)', 'i'
			).exec( raw );

		return {
			text: plainText( ( signed ? raw.slice( 0, signed.index ) : raw ).replace( /^[*#:;\s]+/, '' ) )
				.replace( /^(sealed:\s*[\da-f]{8})\S+/i, '$1…' ),
			who: signed ? plainText( signed[ 1 ].replace( /_/g, ' ' ) ) : ''
		};
	}

	/**
	 * The bot's answers to lines that some revisions added, in page order.
	 *
	 * The bot puts the identity of the line behind its answer: page, revision, index.
	 *
	 * @param {string} page wikitext of the actions page
	 * @param {number} id of the page
	 * @param {number[]|null} revisions null for all
	 * @param {Object} [verdicts] by the words that the bot's answers have for them
	 */
	function answersIn( page, id, revisions, verdicts ) {
		var last = [], answers = [], line,
			verdict = /^([*#:;\s]*)(?:<span class="mw-notalk">)?(?:<span style="[^"<>]{0,60}"> [^<>]{1,4} <\/span> )?'''([^\n]{1,40}?)'''(?!')(?::\s?)?/,
			identity = /<!-- (\d{1,16})\.(\d{1,16})\.\d{1,16} -->/;
		page.split( '\n' ).forEach( function ( raw ) {
			var level = raw.match( /^[*#:;]*/ )[ 0 ].length, said = raw.match( verdict ), whose = said && raw.match( identity );
			last.length = Math.min( level + 1, last.length );
			last[ level ] = raw;
			if ( whose && Number( whose[ 1 ] ) === id && ( !revisions || revisions.indexOf( Number( whose[ 2 ] ) ) >= 0 ) ) {
				line = lineText( ( last.slice( 0, level ).filter( Boolean ).pop() || '' ).slice( 0, LONGEST_LINE ) );
				answers.push( {
					revision: Number( whose[ 2 ] ),
					who: line.who,
					line: line.text,
					verdict: text( object( verdicts )[ said[ 2 ] ] ) || 'done', // in words that the game has no longer
					word: said[ 2 ],
					text: plainText( raw.slice( said[ 0 ].length, whose.index ).slice( 0, LONGEST_BODY ) )
				} );
			}
		} );
		return answers;
	}

	// -- the wiki ------------------------------------------------------------------------------------------------------

	/** What the form asks of the wiki. */
	function Wiki( place ) {
		this.place = place;
		this.played = {}; // how far the bot has, as it says
		this.user = mw.config.get( 'wgUserName' );
		this.api = new mw.Api( { parameters: { formatversion: 2, errorformat: 'plaintext', errorlang: 'uselang' } } );
	}

	/**
	 * Read one page.
	 *
	 * @param {Object} [more] parameters
	 * @return {jQuery.Promise} of {id, revision, timestamp, now, text, messages}, text null where the page is missing
	 */
	Wiki.prototype.read = function ( title, more ) {
		return this.api.get( $.extend( {
			action: 'query', prop: 'revisions', titles: title, rvprop: 'ids|timestamp|content', rvslots: 'main', curtimestamp: 1
		}, more ) ).then( function ( answer ) {
			var page = ( answer.query.pages || [] )[ 0 ] || {}, revision = ( page.revisions || [] )[ 0 ] || {},
				slot = object( object( revision.slots ).main );
			return {
				id: page.pageid, revision: revision.revid, timestamp: revision.timestamp, now: answer.curtimestamp,
				text: typeof slot.content === 'string' ? slot.content : null, messages: answer.query.allmessages
			};
		} );
	};

	/**
	 * Read a page of the bot's, as the bot saved it last, and the wiki's own texts for the form.
	 *
	 * @return {jQuery.Promise} as of `read`
	 */
	Wiki.prototype.readData = function ( title ) {
		var wiki = this, texts = {
			meta: 'allmessages', amprefix: KEY, amincludelocal: 1, amlang: mw.config.get( 'wgUserLanguage' )
		}, own = this.place.bot ? { rvuser: this.place.bot, rvlimit: 1 } : {};
		return $.when( this.read( title, $.extend( texts, own ) ), this.read( this.place.gamestate, own ) ).then(
			function ( page, state ) {
				var notes = notesIn( state.text || '' );
				wiki.played = notes[ 1 ];
				page.text = page.text && withNews( page.text, notes[ 0 ][ title ], page.revision );
				return page.text !== null || !page.id ? page : wiki.read( title, texts );
			} );
	};

	/**
	 * The bot's hidden comments: what is new of its pages for the form, by their titles, and how far it has played.
	 *
	 * @param {string} page wikitext of the gamestate page, as the bot saved it last
	 */
	function notesIn( page ) {
		var at = page.lastIndexOf( '<!-- wikibot {' ), above = page.slice( 0, Math.max( at, 0 ) ).split( '\n' ).slice( -2 )[ 0 ];
		return [ above.slice( above.lastIndexOf( '<!-- wikibot-form ' ) ), page.slice( at ) ].map( function ( comment ) {
			return parsed( ( comment.match( /^<!-- wikibot(?:-form)? (\{[^\n]*?\}) -->/ ) || [] )[ 1 ] );
		} );
	}

	/**
	 * @param {number} revision that added a line
	 * @return {boolean} whether the bot has read it, and owes no answer to it
	 */
	Wiki.prototype.passedOver = function ( revision ) {
		return object( this.played.actions ).through >= revision && !list( this.played.answers, function ( each ) {
			return Number( String( each[ 0 ] ).split( '.' )[ 1 ] ) === revision || null;
		} ).length;
	};

	/**
	 * @param {string} json of a page
	 * @param {Array} [news] the revision that it is about, and what is new: keys, and what is there
	 * @param {number} revision of the page
	 * @return {string} the page as it would be saved now
	 */
	function withNews( json, news, revision ) {
		var raw;
		if ( !news || news[ 0 ] !== revision ) {
			return json;
		}
		raw = { '': JSON.parse( json ) };
		news[ 1 ].forEach( function ( each ) {
			var keys = [ '' ].concat( each[ 0 ] ), last = keys.pop();
			keys.reduce( function ( part, key ) {
				return Object.prototype.hasOwnProperty.call( part, key ) && part[ key ];
			}, raw )[ last ] = each[ 1 ];
		} );
		return JSON.stringify( raw[ '' ] );
	}

	/**
	 * The revisions of the actions page that this account saved, the newest first.
	 *
	 * @return {jQuery.Promise} of numbers
	 */
	Wiki.prototype.mine = function () {
		return this.api.get( {
			action: 'query', prop: 'revisions', titles: this.place.actions, rvprop: 'ids', rvuser: this.user, rvlimit: 50
		} ).then( function ( answer ) {
			return list( object( answer.query.pages[ 0 ] ).revisions, the( 'revid' ) );
		} );
	};

	/**
	 * The newest revisions of the pages that are read, as one text that changes when one of them does.
	 *
	 * @return {jQuery.Promise} of string
	 */
	Wiki.prototype.heads = function () {
		return this.api.get( {
			action: 'query', prop: 'info',
			titles: [ this.place.actions, this.place.gamestate, this.place.data, this.place.lens ].filter( Boolean )
		} ).then( function ( answer ) {
			return answer.query.pages.map( function ( page ) {
				return page.lastrevid || 0;
			} ).join( ' ' );
		} );
	};

	/**
	 * Add a line to the actions page, as an edit of whoever is logged in.
	 *
	 * The edit names the revision that was read: where another edit came in between, the page is read again.
	 *
	 * @param {string} below lines below it, each with a line break in front
	 * @param {Function} onConflict called before each further try
	 * @return {jQuery.Promise} of the revision; rejected with {kind, told}, `kind` an end of 'error-KIND'
	 */
	Wiki.prototype.add = function ( line, below, heading, onConflict ) {
		var wiki = this, tries = 0;
		function attempt() {
			return wiki.read( wiki.place.actions ).then( function ( page ) {
				return wiki.post( page, withLine( page.text || '', heading, '* ' + line + ' ' + SIGNATURE + below ), line );
			}, refused ).catch( function ( refusal ) {
				if ( refusal.kind !== 'conflict' || ++tries >= MOST_TRIES ) {
					return $.Deferred().reject( refusal );
				}
				onConflict();
				return attempt();
			} );
		}
		return attempt();
	};

	/**
	 * Save the actions page once.
	 *
	 * @param {Object} page as it was read
	 * @param {string} content what it is to be
	 * @param {string} line which is new
	 * @return {jQuery.Promise} as of `add`
	 */
	Wiki.prototype.post = function ( page, content, line ) {
		var wiki = this, summary = say( 'summary', line ), base = page.text === null ? { createonly: 1 } : {
			baserevid: page.revision, basetimestamp: page.timestamp, starttimestamp: page.now, nocreate: 1
		};
		return this.api.postWithToken( 'csrf', $.extend( {
			action: 'edit', title: this.place.actions, text: content, assertuser: this.user,
			summary: summary.length > 200 ? summary.slice( 0, 199 ) + '…' : summary
		}, base ) ).then( function ( answer ) {
			var edit = answer.edit || {};
			return edit.newrevid || $.Deferred().reject( { kind: edit.captcha ? 'captcha' : 'other', told: edit.info || '' } );
		}, function ( code, details ) {
			var refusal = refused( code, details );
			return refusal.then( null, function ( told ) {
				return told.kind === 'lost' ? wiki.find( page.revision || 0, line ) : refusal;
			} );
		} );
	};

	/**
	 * Look whether a line was saved although the wiki's answer was lost.
	 *
	 * @param {number} since revision
	 * @return {jQuery.Promise} as of `add`
	 */
	Wiki.prototype.find = function ( since, line ) {
		return this.read( this.place.actions, { rvuser: this.user, rvlimit: 1 } ).then( function ( page ) {
			var there = page.revision > since && ( page.text || '' ).indexOf( '* ' + line + ' ' ) >= 0;
			return there ? page.revision : $.Deferred().reject( { kind: 'lost', told: '' } );
		}, refused );
	};

	/**
	 * @param {string} code of mw.Api
	 * @return {jQuery.Promise} rejected with {kind, told}
	 */
	function refused( code, details ) {
		var first = object( list( object( details ).errors, object )[ 0 ] ),
			told = text( object( first.data ).readonlyreason ) || text( first.text );
		return $.Deferred().reject( { kind: ERRORS[ code ] || 'other', told: told || text( code ) } );
	}

	// -- lines that only the bot can read ------------------------------------------------------------------------------

	/** @return {SubtleCrypto|null} null where the browser has none, as it has on pages without https */
	function subtle() {
		return window.crypto && window.crypto.subtle || null;
	}

	/** @param {string} said in ASCII */
	function bytesOf( said ) {
		return new Uint8Array( said.split( '' ).map( function ( letter ) {
			return letter.charCodeAt( 0 );
		} ) );
	}

	/** @return {string} in hexadecimal */
	function hexOf( bytes ) {
		return Array.prototype.map.call( bytes, function ( byte ) {
			return ( '0' + byte.toString( 16 ) ).slice( -2 );
		} ).join( '' );
	}

	/**
	 * Seal a line as `wikibot seal` does: by ECDH on P-256, HKDF and AES-GCM, with a key used for nothing else.
	 *
	 * In front stands the SHA-256 of what is inside, with a salt. JSON is in ASCII, padded to hide how long the line is.
	 *
	 * @param {string} box public key of the game, in Base64
	 * @param {string} account that alone may send it
	 * @return {Promise} of string
	 */
	function sealed( box, account, line ) {
		var crypto = subtle(), curve = { name: 'ECDH', namedCurve: 'P-256' }, own, point, hash,
			salt = hexOf( window.crypto.getRandomValues( new Uint8Array( 16 ) ) ),
			inside = [ salt, account, line ].map( inAscii );

		function inAscii( said ) {
			return JSON.stringify( said ).replace( /[\u007f-\uffff]/g, function ( letter ) {
				return '\\u' + ( '000' + letter.charCodeAt( 0 ).toString( 16 ) ).slice( -4 );
			} );
		}
		function padded() {
			return '[' + inside.join( ', ' ) + ']' + new Array( ( 64 - inAscii( line ).length % 64 ) % 64 + 1 ).join( ' ' );
		}
		return crypto.digest( 'SHA-256', bytesOf( '[' + inside.join( ',' ) + ']' ) ).then( function ( digest ) {
			hash = hexOf( new Uint8Array( digest ) );
			return crypto.generateKey( curve, false, [ 'deriveBits' ] );
		} ).then( function ( pair ) {
			own = pair;
			return crypto.exportKey( 'raw', own.publicKey );
		} ).then( function ( raw ) {
			point = new Uint8Array( raw );
			return crypto.importKey( 'raw', bytesOf( window.atob( box ) ), curve, false, [] );
		} ).then( function ( theirs ) {
			return crypto.deriveBits( { name: 'ECDH', public: theirs }, own.privateKey, 256 );
		} ).then( function ( shared ) {
			return crypto.importKey( 'raw', shared, 'HKDF', false, [ 'deriveKey' ] );
		} ).then( function ( shared ) {
			return crypto.deriveKey(
				{ name: 'HKDF', hash: 'SHA-256', salt: point, info: bytesOf( 'wikibot line 1' ) },
				shared, { name: 'AES-GCM', length: 256 }, false, [ 'encrypt' ]
			);
		} ).then( function ( key ) {
			return crypto.encrypt( { name: 'AES-GCM', iv: new Uint8Array( 12 ) }, key, bytesOf( padded() ) );
		} ).then( function ( cipher ) {
			return 'sealed: ' + hash + '.' + window.btoa( [ point, new Uint8Array( cipher ) ].map( function ( bytes ) {
				return String.fromCharCode.apply( null, bytes );
			} ).join( '' ) );
		} );
	}

	// -- fields --------------------------------------------------------------------------------------------------------

	/**
	 * @param {string} name of a class, without its beginning
	 * @param {string} [content] shown as text
	 */
	function element( tag, name, content ) {
		return $( document.createElement( tag ) ).addClass( 'wikibot-form-' + name ).text( content || '' );
	}

	/**
	 * @param {string} name of a class
	 * @param {string|Array} title what is shown of it while it is folded
	 * @param {...(jQuery|string)} more what is below
	 */
	function folded( name, title ) {
		return element( 'details', name ).append( $( document.createElement( 'summary' ) ).append( title ),
			Array.prototype.slice.call( arguments, 2 ) );
	}

	/** A text of the bot, with what stands between backticks shown as code. @param {string} name of a class */
	function withCode( name, said ) {
		var pieces = said.split( '`' );
		return element( 'div', name ).append( pieces.map( function ( piece, number ) {
			return number % 2 && number < pieces.length - 1 ? element( 'code', 'code', piece )[ 0 ] : document.createTextNode(
				( number % 2 ? '`' : '' ) + isolated( piece ) );
		} ) );
	}

	/**
	 * @param {Function} act called on a click
	 * @param {Object} [more] as OOUI takes it
	 * @return {OO.ui.ButtonWidget}
	 */
	function button( label, act, more ) {
		return new OO.ui.ButtonWidget( $.extend( { label: label }, more ) ).on( 'click', act );
	}

	/** @return {Array.<{data: string, label: string}>} as OOUI takes them; of a whole list, behind one for none */
	function optionsOf( choices ) {
		return ( choices.more ? [] : [ { data: '', label: say( 'choose' ) } ] ).concat( choices.entries.map( function ( entry ) {
			return { data: entry.value, label: entry.label };
		} ) );
	}

	/** The widget of a field. @param {List} choices of its list */
	function inputOf( part, choices ) {
		var widget;
		if ( choices && choices.more ) {
			return new OO.ui.ComboBoxInputWidget( { options: optionsOf( choices ), maxLength: 200 } );
		}
		if ( choices ) {
			return new OO.ui.DropdownInputWidget( { options: optionsOf( choices ) } );
		}
		if ( part.text > 120 ) {
			return new OO.ui.MultilineTextInputWidget( { autosize: true, rows: 1, maxRows: 6, maxLength: part.text } );
		}
		widget = new OO.ui.TextInputWidget( { type: part.number ? 'number' : 'text', maxLength: part.text || undefined } );
		if ( part.number ) {
			widget.$input.attr( { min: part.number.min, max: part.number.max, step: 1, inputmode: 'numeric' } );
		}
		return widget;
	}

	/** @return {jQuery} the widget below its label */
	function labelled( widget, label, help ) {
		return new OO.ui.FieldLayout( widget, { align: 'top', label: label, help: help, helpInline: true } ).$element;
	}

	/**
	 * What the fields of a line share.
	 *
	 * @typedef {Object} Context
	 * @property {Function} choices gives the List of a name
	 * @property {Function} onChange called when a field changes
	 * @property {Field} last the field that was in use last
	 */

	/** One field. */
	function OneField( part, optional, context ) {
		var field = this;
		this.part = part;
		this.optional = optional;
		this.choices = choicesOf( part, context );
		this.widget = inputOf( part, this.choices );
		this.widget.on( 'change', context.onChange );
		this.$element = labelled( this.widget, optional ? say( 'optional', part.label ) : part.label,
			helpOf( this ) );
		this.$element.on( 'focusin', function () {
			context.last = field;
		} );
	}

	/** @return {string|undefined} */
	function helpOf( field ) {
		if ( field.part.dice !== null ) {
			return field.part.dice ? say( 'faces-of', field.part.dice ) : say( 'faces' );
		}
		return isOnBoard( field ) ? say( 'on-board-one' ) : field.part.number && field.part.number.max ?
			rangeText( field.part.label, text( field.part.number.min ), text( field.part.number.max ) ) : undefined;
	}

	OneField.prototype.value = function () {
		return this.widget.getValue();
	};

	OneField.prototype.fields = function () {
		return [ this ];
	};

	OneField.prototype.pick = function ( value ) {
		this.widget.setValue( value );
	};

	/** @return {string[]} what is chosen on the board */
	OneField.prototype.picked = function () {
		return this.value() ? [ this.value() ] : [];
	};

	OneField.prototype.undo = function () {
		this.widget.setValue( '' );
	};

	OneField.prototype.focus = function () {
		this.widget.focus();
	};

	/** @return {string} what is wrong with what was written, '' where nothing is */
	OneField.prototype.problem = function () {
		var part = this.part, value = this.value().trim(), number = Number( value ), wrong,
			range = part.number && { min: part.number.min, max: this.most || part.number.max };
		if ( !value ) {
			return '';
		}
		if ( range && !( /^-?\d{1,15}$/.test( value ) && !( number < range.min ) && !( number > range.max ) ) ) {
			return rangeText( part.label, text( range.min ), text( range.max ) );
		}
		wrong = value.split( '' ).filter( function ( char ) {
			return part.without.indexOf( char ) >= 0;
		} );
		return wrong.length ? say( 'error-without', part.label, wrong.join( ' ' ) ) : '';
	};

	/** @param {string} min '' for none */
	function rangeText( label, min, max ) {
		return min && max ? say( 'error-number', label, min, max ) :
			min ? say( 'error-number-min', label, min ) : say( 'error-number-any', label );
	}

	/**
	 * A field of a list that is repeated: what was chosen stands in a row, and a click takes it out.
	 *
	 * @param {Object} part repeated parts, one of them a field
	 */
	function RowField( part, optional, context ) {
		var field = this, label = part.many[ 0 ].label, addWritten = this.addWritten.bind( this ),
			add = button( say( 'add' ), addWritten, { title: say( 'add-to', label ) } );
		this.part = part.many[ 0 ];
		this.most = part.most;
		this.distinct = part.distinct;
		this.optional = optional;
		this.onChange = context.onChange;
		this.chosen = [];
		this.choices = choicesOf( this.part, context );
		this.input = inputOf( this.part, this.choices );
		this.$chosen = element( 'div', 'chosen' );
		this.$element = element( 'div', 'row-field' ).append(
			labelled( this.input, optional ? say( 'optional', label ) : label, isOnBoard( this ) ? say( 'on-board' ) : undefined ),
			add.$element, this.$chosen );
		if ( !this.choices.more ) { // a choice is made at once
			add.toggle( false );
			this.input.on( 'change', addWritten );
		}
		this.$element.on( 'focusin', function () {
			context.last = field;
		} );
	}

	RowField.prototype.value = function () {
		return this.chosen.map( function ( value ) {
			return [ value ];
		} );
	};

	RowField.prototype.picked = function () {
		return this.chosen;
	};

	RowField.prototype.fields = OneField.prototype.fields;

	RowField.prototype.problem = function () {
		return '';
	};

	RowField.prototype.focus = function () {
		this.input.focus();
	};

	/** Take what stands in the input. */
	RowField.prototype.addWritten = function () {
		var value = this.input.getValue().trim();
		if ( value ) {
			this.input.setValue( '' );
			this.pick( value );
		}
	};

	RowField.prototype.pick = function ( value ) {
		if ( this.chosen.length < this.most && !( this.distinct && this.chosen.indexOf( value ) >= 0 ) ) {
			this.chosen.push( value );
			this.show();
		}
	};

	/** Take the last one back. */
	RowField.prototype.undo = function () {
		this.chosen.pop();
		this.show();
	};

	RowField.prototype.show = function () {
		var field = this;
		this.$chosen.empty().append( this.chosen.map( function ( value, number ) {
			var shown = labelOf( field, value );
			return button( shown + ' ×', function () {
				field.chosen.splice( number, 1 );
				field.show();
				field.focus();
			}, { title: say( 'remove', shown ) } ).$element;
		} ) );
		this.onChange();
	};

	/** Parts that are repeated, each time in a row of fields. */
	function Repeated( part, optional, context ) {
		var repeated = this;
		this.part = part;
		this.optional = optional;
		this.context = context;
		this.rows = [];
		this.$rows = element( 'div', 'rows' );
		this.another = button( say( 'another' ), function () {
			repeated.addRow();
			repeated.rows[ repeated.rows.length - 1 ].fields()[ 0 ].focus();
		} );
		this.$element = element( 'div', 'repeated' ).append( this.$rows, this.another.$element );
		this.addRow();
	}

	Repeated.prototype.addRow = function () {
		var repeated = this, row = new Parts( this.part.many, this.optional, this.context ), first = !this.rows.length,
			remove = button( '×', function () {
				repeated.rows.splice( repeated.rows.indexOf( row ), 1 );
				row.$element.remove();
				repeated.changed();
				repeated.another.focus();
			}, { title: say( 'remove-row' ) } );
		this.rows.push( row );
		this.$rows.append( row.$element.addClass( 'wikibot-form-row' ).append( first ? '' : remove.$element ) );
		this.changed();
	};

	Repeated.prototype.changed = function () {
		this.another.toggle( this.rows.length < this.part.most );
		this.context.onChange();
	};

	Repeated.prototype.value = function () {
		return this.rows.map( function ( row ) {
			return row.value();
		} );
	};

	Repeated.prototype.fields = function () {
		return fieldsIn( this.rows );
	};

	/**
	 * The fields of some parts.
	 *
	 * @param {boolean} optional whether they may be left out; then the first field says so
	 */
	function Parts( parts, optional, context ) {
		var first = true;
		this.parts = parts;
		this.optional = optional;
		this.$element = element( 'div', 'parts' );
		this.nodes = parts.map( function ( part, number ) {
			var node = null;
			if ( typeof part === 'object' ) {
				node = nodeOf( part, optional && first, context );
				first = false;
				this.$element.append( node.$element );
			} else if ( number && /[a-z]{2}/i.test( part ) ) { // what the next field is for: `to`, `for`
				this.$element.append( element( 'div', 'between', part.trim() ) );
			}
			return node;
		}, this );
	}

	/** @return {OneField|RowField|Repeated|Parts} */
	function nodeOf( part, optional, context ) {
		if ( part.optional ) {
			return new Parts( part.optional, true, context );
		}
		if ( part.many ) {
			return part.many.length === 1 && part.many[ 0 ].list ?
				new RowField( part, optional, context ) : new Repeated( part, optional, context );
		}
		return new OneField( part, optional, context );
	}

	/** @return {Values} */
	Parts.prototype.value = function () {
		return this.nodes.map( function ( node ) {
			return node && node.value();
		} );
	};

	Parts.prototype.fields = function () {
		return fieldsIn( this.nodes );
	};

	/** The fields that have to be filled in and are not. @return {Array.<OneField|RowField>} */
	Parts.prototype.missing = function () {
		return this.optional && leftOut( this.parts, this.value() ) ? [] : this.nodes.reduce( function ( found, node ) {
			var own = !node ? [] : node.missing ? node.missing() : node.rows ? node.rows.reduce( function ( all, row ) {
				return all.concat( row.missing() );
			}, [] ) : node.value().length ? [] : [ node ];
			return found.concat( own );
		}, [] );
	};

	/** @return {Array.<OneField|RowField>} */
	function fieldsIn( nodes ) {
		return nodes.reduce( function ( found, node ) {
			return node ? found.concat( node.fields() ) : found;
		}, [] );
	}

	/** @return {List|null} null where the field has no list */
	function choicesOf( part, context ) {
		return typeof part.list === 'string' ? context.choices( part.list ) : part.list;
	}

	/** @return {Entry|undefined} */
	function entryOf( choices, value ) {
		return choices ? choices.entries.filter( function ( entry ) {
			return entry.value === value;
		} )[ 0 ] : undefined;
	}

	/** @return {string} what the field calls a value */
	function labelOf( field, value ) {
		return ( entryOf( field.choices, value ) || { label: value } ).label;
	}

	/**
	 * Whether all lists that a line needs have something to choose from.
	 *
	 * @param {Function} choices gives the List of a name
	 */
	function isUsable( parts, choices ) {
		return parts.every( function ( part ) {
			var own = part.list && choicesOf( part, { choices: choices } );
			return part.many ? isUsable( part.many, choices ) : !own || own.more || own.entries.length > 0;
		} );
	}

	// -- the board on the page -----------------------------------------------------------------------------------------

	/** @return {jQuery} the spaces that are drawn on this page */
	function drawnSpaces() {
		return $( '#mw-content-text [data-space]' );
	}

	/** @return {boolean} whether its values can be clicked on the board of this page */
	function isOnBoard( field ) {
		return field.part.list === SPACES ? drawnSpaces().length > 0 : Boolean( field.choices ) && drawnSpaces().toArray().some(
			function ( space ) {
				return entryOf( field.choices, space.getAttribute( 'data-space' ) );
			}
		);
	}

	// -- the form ------------------------------------------------------------------------------------------------------

	/** The form on a page, empty at first. */
	function Form( wiki ) {
		var form = this;
		this.wiki = wiki;
		this.game = null; // as of `readGame`
		this.me = null; // the player, or what others may do
		this.fields = null; // of the action that is chosen
		this.awaited = []; // revisions that added lines not answered yet
		this.answers = []; // the last ones, newest first
		this.heads = '';
		this.rules = readLens( '' );
		this.onRules = Boolean( wiki.place.lens ) && isShown( wiki.place.ruleset );

		this.$title = element( 'span', 'title' ).attr( { role: 'heading', 'aria-level': 2 } );
		this.$who = element( 'div', 'who' );
		this.$news = element( 'div', 'news' );
		this.$bar = element( 'div', 'bar' ).addClass( 'noprint' ).hide();
		this.$waits = element( 'div', 'waits' );
		this.$act = element( 'div', 'act' );
		this.$lens = element( 'div', 'lens' );
		this.$status = element( 'div', 'status' ).attr( { role: 'status', 'aria-live': 'polite' } );
		this.$answers = element( 'div', 'answers' );
		this.$element = element( 'details', 'box' ).addClass( 'noprint' ).append(
			$( document.createElement( 'summary' ) ).append( this.$title ),
			this.$who, this.$waits, this.$news, this.$act, this.$lens, this.$status, this.$answers
		);
		this.$element.prop( 'open', mw.storage.get( KEY + 'closed' ) !== '1' ).on( 'toggle', function () {
			mw.storage.set( KEY + 'closed', this.open ? '0' : '1' );
			form.markCells();
			form.markSentences();
		} );
		this.room = KEY + 'room-' + mw.config.get( 'wgPageName' ) + Math.round( window.innerWidth / 100 );
		this.$element.css( 'min-height', mw.storage.get( this.room ) + 'px' ); // so that the page moves once
		$( '#mw-content-text' ).prepend( this.$element ).append( this.$bar );
		$( '#mw-content-text' ).on( 'click keydown', '[data-space]', this.onCell.bind( this ) );
	}

	/** Name the form, and let it run in the direction of its words, whatever that of the page is. */
	Form.prototype.entitle = function ( game ) {
		this.$title.text( this.onRules ? say( 'lens-title' ) : say( 'title', game ) );
		this.$element.attr( 'dir', LEFTWARD.test( say( 'act' ) ) ? 'rtl' : 'ltr' );
	};

	/**
	 * Show how it stands, to screen readers as well.
	 *
	 * @param {string} [type] 'notice', 'error', 'success'
	 * @param {jQuery} [$more] shown behind it
	 */
	Form.prototype.tell = function ( told, type, $more ) {
		var message = new OO.ui.MessageWidget( { type: type || 'notice', label: told, inline: !type } );
		message.$element.removeAttr( 'role aria-live' ); // the status itself is read out
		this.$status.empty().append( message.$element, $more );
	};

	/** Do what may move parts of the page, and keep that which the pointer is on where it is in the window. */
	Form.prototype.steady = function ( change ) {
		var held = $( ':hover' ).toArray(), tops = held.map( topOf ), last = held.length - 1;
		this.$news.css( 'margin-bottom', '' );
		change();
		while ( last > 0 && !held[ last ].isConnected ) {
			last--;
		}
		if ( last > 0 ) {
			window.scrollBy( { top: topOf( held[ last ] ) - tops[ last ], behavior: 'instant' } );
			this.$news.css( 'margin-bottom', Math.max( 0, tops[ last ] - topOf( held[ last ] ) ) || '' ); // the page ends there
		}
	};

	function topOf( node ) {
		return node.getBoundingClientRect().top;
	}

	/** @param {string|null} json of the bot's page */
	Form.prototype.show = function ( json ) {
		var form = this, large = json !== null && json.length > LARGEST, game = json === null || large ? null : readGame( json ),
			kind = json === null ? 'missing' : large ? 'large' : 'broken', count;
		setTexts( [], game ? game.words : this.wiki.place.words );
		this.entitle( ( game && game.game ) || this.wiki.place.actions );
		if ( !game ) {
			this.tell( say( 'error-data-' + kind, this.wiki.place.data ), 'error', this.byHand() );
			return;
		}
		this.game = game;
		this.me = game.players.filter( function ( player ) {
			return form.wiki.user && player.accounts.indexOf( form.wiki.user ) >= 0;
		} )[ 0 ] || game.others;
		this.steward = game.stewards.some( function ( each ) {
			return each === form.wiki.user || mw.config.get( 'wgUserGroups' ).indexOf( each ) >= 0;
		} );
		this.me.waits = this.me.waits.concat( this.steward ? game.forStewards : [] );
		if ( this.onRules ) {
			return this.loadLens();
		}
		this.showWho();
		this.showWaits();
		count = this.me.waits.length + ( this.me.name && game.turn === this.me.name ? 1 : 0 ); // what waits for the player
		document.title = ( count ? '(' + count + ') ' : '' ) + document.title.replace( /^\(\d+\) /, '' );
		if ( this.wiki.place.lens && this.me.waits.some( the( 'vote' ) ) ) {
			this.loadLens();
		}
		if ( this.wiki.user && !( this.line && ( this.line.getValue() || this.$act.find( ':focus' ).length ) ) ) { // else it is in use
			this.showActions();
		}
	};

	/** Read how sentences are played, and show it. @return {jQuery.Promise} */
	Form.prototype.loadLens = function () {
		var form = this;
		return this.wiki.readData( this.wiki.place.lens ).then( function ( page ) {
			var same = page.text === form.lens; // and what somebody writes there stays
			form.lens = page.text;
			form.rules = readLens( page.text || '' );
			if ( form.onRules && !same ) {
				form.steady( form.showLens.bind( form ) );
				if ( !form.rules.sentences.length ) {
					form.tell( say( 'error-data-missing', form.wiki.place.lens ), 'error' );
				}
			}
			form.$waits.find( '[data-proposal]' ).each( function () {
				$( this ).empty().append( form.proposedSentences( this.getAttribute( 'data-proposal' ) ) );
			} );
		}, function () {
			form.tell( say( 'error-load' ), 'error' );
		} );
	};

	/** @return {jQuery} a link to edit the actions page */
	Form.prototype.byHand = function () {
		return element( 'a', 'by-hand', say( 'edit-by-hand' ) ).attr( 'href',
			mw.util.getUrl( this.wiki.place.actions, { action: 'edit' } ) );
	};

	Form.prototype.showWho = function () {
		var user = this.wiki.user, me = this.me, login = mw.util.getUrl( 'Special:UserLogin', {
			returnto: mw.config.get( 'wgPageName' )
		} );
		this.$who.empty();
		if ( this.game.stopped ) {
			this.$who.append( new OO.ui.MessageWidget( {
				type: 'warning', label: say( 'stopped', this.game.stopped )
			} ).$element );
		}
		if ( !user ) {
			this.$who.append( element( 'span', 'about', say( 'logged-out' ) ), ' ',
				element( 'a', 'log-in', say( 'log-in' ) ).attr( 'href', login ), this.playersList() );
		} else if ( me.name ) {
			this.$who.append( element( 'span', 'about', me.about ?
				say( 'you-are-about', me.name, me.about ) : say( 'you-are', me.name ) ) );
			if ( this.game.turn ) {
				this.$who.append( element( 'div', 'turn', this.game.turn === me.name ?
					say( 'your-turn' ) : say( 'turn-of', this.game.turn ) ) );
			}
		} else {
			this.$who.append( element( 'span', 'about', say( 'not-player', user ) ), this.playersList() );
		}
	};

	/** @return {jQuery} who plays, and how they stand */
	Form.prototype.playersList = function () {
		return folded( 'players', document.createTextNode( say( 'players' ) + ' (' + this.game.players.length + ')' ),
			$( document.createElement( 'ul' ) ).append( this.game.players.map( function ( player ) {
				return $( document.createElement( 'li' ) ).text(
					isolated( player.name + ( player.about ? ': ' + player.about : '' ) ) );
			} ) )
		);
	};

	/**
	 * What others did since this account was here last, each with a link to the edit.
	 *
	 * @param {Answer[]} answers of all, newest first
	 */
	Form.prototype.showNews = function ( answers ) {
		var key = KEY + 'seen-' + this.wiki.place.actions, user = this.wiki.user,
			since = this.since === undefined ? Number( mw.storage.get( key ) ) || 0 : this.since,
			news = answers.filter( function ( each ) {
				return each.revision > since && each.verdict === 'done' && each.who && each.who !== user && !/^help\b/i.test( each.line );
			} ).slice( 0, MOST_NEWS );
		this.since = since;
		mw.storage.set( key, String( answers.reduce( function ( most, each ) {
			return Math.max( most, each.revision );
		}, since ) ) );
		this.$news.empty().append( news.length && user && !this.onRules ? [ element( 'h3', 'heading', say( 'news' ) ) ].concat( news.map( function ( each ) {
			return element( 'div', 'news-line' ).append(
				element( 'a', 'news-link', isolated( each.who + ': ' + each.line ) ).attr(
					'href', mw.util.getUrl( 'Special:Diff/' + each.revision ) ),
				' ', element( 'span', 'about', isolated( each.text.length > 150 ? each.text.slice( 0, 149 ) + '…' : each.text ) )
			);
		} ) ) : [] );
	};

	Form.prototype.showWaits = function () {
		var form = this, waits = this.me.waits, asked = [];
		this.$waits.empty();
		if ( waits.length ) {
			this.$waits.append( element( 'h3', 'heading', say( 'waits' ) ), waits.map( this.waitCard, this ) );
		}
		if ( this.me.name ) {
			return;
		}
		this.game.players.forEach( function ( player ) {
			player.waits.forEach( function ( wait ) {
				var until = shownTime( wait.until );
				asked.push( $( document.createElement( 'li' ) ).text( isolated(
					player.name + ': ' + wait.question + ( until ? ' (' + say( 'until', until ) + ')' : '' ) ) ) );
			} );
		} );
		if ( asked.length ) {
			form.$waits.append( element( 'h3', 'heading', say( 'waits-others' ) ),
				$( document.createElement( 'ul' ) ).append( asked ) );
		}
	};

	/**
	 * @param {Object} wait as of `readWait`
	 * @return {jQuery} the question with a button for each option
	 */
	Form.prototype.waitCard = function ( wait ) {
		var form = this, until = shownTime( wait.until ), $options = element( 'div', 'options' ).attr( {
			role: 'group', 'aria-label': wait.question
		} );
		wait.options.forEach( function ( option ) {
			$options.append( button( option.label, function () {
				form.take( option.line );
				if ( wait.vote || !form.me.name ) { // there is nothing to add, or nowhere
					form.save();
				}
			}, { title: option.line } ).$element );
		} );
		if ( wait.form ) {
			$options.append( button( say( wait.options.length ? 'answer-with' : 'answer' ), function () {
				form.action.setValue( '' );
				form.choose( wait.form, say( 'answer-to', wait.question ) );
				( form.fields.fields()[ 0 ] || form.saving ).focus();
			}, { framed: !wait.options.length } ).$element );
		}
		return element( 'div', 'wait' ).append(
			wait.line ? element( 'div', 'wait-line', wait.own ? say( 'waits-line', wait.line ) : wait.line ) : '',
			withCode( 'question', wait.question ),
			wait.text ? folded( 'proposal-text', document.createTextNode( say( 'proposal-text' ) ),
				element( 'div', 'lines', wait.text ), element( 'div', 'proposed' ).attr( 'data-proposal', wait.id ) ) : '',
			until ? element( 'div', 'until', say( 'until', until ) ) : '', $options
		);
	};

	/**
	 * @param {string} verb '' for none: with which the choice is made
	 * @return {List} the player's own list of this name, or that of all, but for what is refused now
	 */
	Form.prototype.choices = function ( name, verb ) {
		var all = this.me.lists[ name ] || this.game.lists[ name ] || { entries: [], more: false },
			only = verb && object( this.me.only[ verb ] )[ name ];
		return !Array.isArray( only ) ? all : {
			entries: all.entries.filter( function ( entry ) {
				return only.indexOf( entry.value ) >= 0;
			} ),
			more: false
		};
	};

	/**
	 * What can be asked of others in a trade: what the partner owns, or before there is one, what anybody else does.
	 */
	Form.prototype.goodsOf = function ( partner ) {
		var me = this.me, entries = [], has = Object.create( null );
		this.game.players.forEach( function ( player ) {
			var own = player !== me && ( !partner || player.name === partner ) && player.lists[ GOODS ];
			( own ? own.entries : [] ).forEach( function ( entry ) {
				if ( !has[ entry.value ] ) {
					has[ entry.value ] = true;
					entries.push( partner ? entry : { value: entry.value, label: entry.value } );
				}
			} );
		} );
		return { entries: entries, more: false };
	};

	/**
	 * The actions that the player can take now, each with those of its forms for which there are choices.
	 *
	 * @return {Object[]} as of `readVerb`
	 */
	Form.prototype.usable = function () {
		var own = this, can = this.me.can, dice = this.me.dice;
		return this.game.verbs.map( function ( verb ) {
			return $.extend( {}, verb, {
				forms: verb.forms.map( function ( form ) {
					return $.extend( {}, form, { parts: withDice( form.parts, dice[ verb.name ], Number( own.me.most[ verb.name ] ) ) } );
				} ).filter( function ( form ) {
					return isUsable( form.parts, function ( name ) {
						return own.choices( name, verb.name );
					} );
				} )
			} );
		} ).filter( function ( verb ) {
			return can.indexOf( verb.name ) >= 0 && verb.forms.length;
		} ).sort( function ( one, other ) {
			return can.indexOf( one.name ) - can.indexOf( other.name );
		} );
	};

	/** Show what can be done now, as a list to choose from. */
	Form.prototype.showActions = function () {
		var form = this;
		this.actions = this.usable();
		this.fields = this.body = null;
		this.action = new OO.ui.DropdownInputWidget( { options: groupedOptions( this.actions ) } );
		this.$fields = element( 'div', 'chosen-action' );
		this.$brings = element( 'div', 'brings' ).attr( 'aria-live', 'polite' );
		this.line = new OO.ui.MultilineTextInputWidget( { autosize: true, rows: 1, maxRows: 8, maxLength: LONGEST_LINE } );
		this.onlyBot = new OO.ui.CheckboxInputWidget( { selected: Boolean( this.onlyBot && this.onlyBot.isSelected() ) } );
		this.saving = button( say( 'save' ), this.save.bind( this ), PRIMARY );
		this.action.on( 'change', this.chooseVerb.bind( this ) );
		this.line.$input.on( 'keydown', function ( event ) {
			if ( event.key === 'Enter' && !event.shiftKey && !event.originalEvent.isComposing ) {
				event.preventDefault();
				form.save();
			}
		} );
		if ( !this.me.name && this.me.can.indexOf( 'join' ) >= 0 ) { // all that somebody who does not play needs
			this.saving = button( say( 'join' ), function () {
				form.line.setValue( 'join' );
				form.save();
			}, PRIMARY );
			this.$act.empty().append( this.saving.$element );
			return;
		}
		this.$act.empty().append(
			element( 'h3', 'heading', say( 'act' ) ),
			this.actions.length ? labelled( this.action, say( 'action' ) ) : '',
			this.$fields,
			labelled( this.line, say( 'line' ), say( 'line-help', this.wiki.place.actions ) ),
			this.$brings,
			this.me.name && this.game.box && this.wiki.place.bot && subtle() ? new OO.ui.FieldLayout( this.onlyBot, {
				align: 'inline', label: say( 'only-bot' ), help: say( 'only-bot-help' ), helpInline: true
			} ).$element : '',
			this.saving.$element
		);
		this.markCells();
	};

	/** @return {Object[]} options of a dropdown, in groups where verbs have one */
	function groupedOptions( verbs ) {
		var options = [ { data: '', label: say( 'action-choose' ) } ], groups = verbs.map( the( 'group' ) ).filter(
			function ( group, number, all ) {
				return all.indexOf( group ) === number;
			} );
		groups.sort( function ( one, other ) { // those without a group stand last
			return ( one ? 0 : 1 ) - ( other ? 0 : 1 );
		} ).forEach( function ( group ) {
			if ( groups.length > 1 ) {
				options.push( { optgroup: group || say( 'action-other' ) } );
			}
			verbs.forEach( function ( verb ) {
				if ( verb.group === group ) {
					options.push( { data: verb.name, label: verb.name } );
				}
			} );
		} );
		return options;
	}

	/** @param {string} name of a verb, '' for none */
	Form.prototype.chooseVerb = function ( name ) {
		var form = this, which, verb = this.actions.filter( function ( each ) {
			return each.name === name;
		} )[ 0 ];
		if ( !verb ) {
			this.clearFields();
			this.line.setValue( '' );
			return;
		}
		this.choose( verb.forms[ 0 ], verb.about, name );
		if ( verb.forms.length > 1 ) {
			which = new OO.ui.DropdownInputWidget( { options: verb.forms.map( function ( each, number ) {
				return { data: String( number ), label: each.label || shapeOf( each.parts ) };
			} ) } );
			which.on( 'change', function ( number ) {
				form.setFields( verb.forms[ Number( number ) ] );
			} );
			this.$fields.children( '.wikibot-form-about' ).after( labelled( which, say( 'action-form' ) ) );
		}
	};

	/** @return {string} as `use (Item) on (Player)` */
	function shapeOf( parts ) {
		return parts.map( function ( part ) {
			return typeof part === 'string' ? part : part.optional ? '' :
				part.many ? shapeOf( part.many ) : '(' + part.label + ')';
		} ).join( '' );
	}

	Form.prototype.clearFields = function () {
		this.$fields.empty();
		this.$brings.empty();
		this.fields = this.body = null;
		this.markCells();
	};

	/** Show the fields of a form of a line. @param {string} [verb] */
	Form.prototype.choose = function ( lineForm, about, verb ) {
		this.verb = verb || '';
		this.$fields.empty().append( withCode( 'about', about ), element( 'div', 'slots' ) );
		this.setFields( lineForm );
	};

	/** @param {LineForm} lineForm */
	Form.prototype.setFields = function ( lineForm ) {
		var form = this, $slots = this.$fields.children( '.wikibot-form-slots' ).empty();
		this.fields = null;
		this.partner = '';
		this.trades = namesIn( lineForm.parts ).indexOf( GOODS ) >= 0;
		this.context = {
			choices: function ( name ) {
				return name === 'items' && form.trades ? form.goodsOf( form.partner ) : form.choices( name, form.verb );
			},
			last: null,
			onChange: this.compose.bind( this )
		};
		this.fields = new Parts( lineForm.parts, false, this.context );
		this.body = lineForm.body && new OO.ui.MultilineTextInputWidget( {
			autosize: true, rows: 3, maxRows: 15, maxLength: lineForm.body.most
		} );
		$slots.append( this.fields.$element, this.body && labelled( this.body, lineForm.body.label ) );
		this.compose();
		this.markCells();
	};

	/** @return {string[]} the names of the lists of their fields */
	function namesIn( parts ) {
		return parts.reduce( function ( found, part ) {
			return found.concat( part.optional || part.many ? namesIn( part.optional || part.many ) :
				typeof part.list === 'string' ? [ part.list ] : [] );
		}, [] );
	}

	/** Offer what the partner of a trade owns. */
	Form.prototype.followPartner = function () {
		var partner = '', form = this, fields = this.fields.fields();
		fields.forEach( function ( field ) {
			partner = field.part.list === 'other' ? field.value() : partner;
		} );
		if ( this.trades && partner !== this.partner ) {
			this.partner = partner;
			fields.forEach( function ( field ) {
				if ( field.part.list === 'items' ) {
					field.choices = form.goodsOf( partner );
					field.widget.setOptions( optionsOf( field.choices ) );
				}
			} );
		}
	};

	/** Put the line together from its fields. */
	Form.prototype.compose = function () {
		if ( this.fields ) {
			this.followPartner();
			// Each number is bounded by how many there are of what is chosen behind it, as a trade lists them.
			this.fields.fields().forEach( function ( field, number, all ) {
				var next = all[ number + 1 ], thing = field.part.number && next && next.choices && entryOf( next.choices, next.value() ),
					has = thing && thing.label.match( /\((\d+)\)$/ );
				if ( field.part.number ) {
					field.most = has ? Number( has[ 1 ] ) : 0;
					field.widget.$input.attr( 'max', field.most || field.part.number.max || null );
				}
			} );
			this.composed = compose( this.fields.parts, this.fields.value() );
			this.line.setValue( this.composed );
			this.$brings.text( this.brings() );
			this.markCells();
		}
	};

	/** @return {string} what the line that is composed would do, as far as that is sure */
	Form.prototype.brings = function () {
		var line = text( this.composed ), rolled = line.match( /\) = (\d+)$/ ), field = this.spaceFields()[ 0 ],
			said = text( this.me.brings[ line.split( ' -- ' )[ 0 ] ] ); // of any roll that leads there
		return said && !( rolled && field && field.most && field.picked().length !== Number( rolled[ 1 ] ) ) ?
			say( 'brings', said ) : '';
	};

	/** Take a whole line into the form; the next step is to save it. */
	Form.prototype.take = function ( line ) {
		this.action.setValue( '' );
		this.clearFields();
		this.line.setValue( line );
		this.tell( say( 'picked', line ) );
		this.saving.focus();
	};

	/** @return {Array.<OneField|RowField>} the fields that take spaces, the one in use first */
	Form.prototype.spaceFields = function () {
		var open = this.fields && this.$element.prop( 'open' ), all = open ? this.fields.fields().filter( isOnBoard ) : [],
			last = all.length && this.context.last;
		return all.indexOf( last ) < 0 ? all : [ last ].concat( all.filter( function ( field ) {
			return field !== last;
		} ) );
	};

	/** The spaces that a field can take next: of a way, where a step leads from its end, as far as the dice go. */
	Form.prototype.reach = function ( field ) {
		var ways = this.game.ways, from = field.picked().slice( -1 )[ 0 ] || this.me.at, steps = field.most && this.steps();
		if ( field.most && Array.isArray( ways[ from ] ) ) {
			return steps && field.picked().length >= steps ? [] : ways[ from ].map( text );
		}
		return field.choices.entries.map( the( 'value' ) );
	};

	/** @return {number} as many steps as were rolled, or can be at most; 0 where that is not known */
	Form.prototype.steps = function () {
		var dice = this.fields.fields().filter( function ( field ) {
				return field.part.dice !== null;
			} )[ 0 ], faces = dice && shownRoll( dice.part.dice, dice.value() ).match( /\) = (\d+)$/ ),
			most = dice && dice.part.dice.match( /^(\d*)d(\d+)$/ );
		return faces ? Number( faces[ 1 ] ) : most ? ( Number( most[ 1 ] ) || 1 ) * Number( most[ 2 ] ) : 0;
	};

	/** @return {Object[]} the answers to what waits that are spaces of the board, where no action takes any */
	Form.prototype.asked = function () {
		return this.fields ? [] : this.me.waits.reduce( function ( found, wait ) {
			return found.concat( wait.options );
		}, [] );
	};

	/** Show which spaces of the board can be clicked now, and which way is chosen. */
	Form.prototype.markCells = function () {
		var form = this, fields = this.game ? this.spaceFields() : [], field = fields[ 0 ], way = field ? field.picked() : [],
			open = field ? this.reach( field ) : this.game && this.$element.prop( 'open' ) ? this.asked().map( the( 'label' ) ) : [];
		drawnSpaces().each( function () {
			var value = this.getAttribute( 'data-space' ), at = way.indexOf( value ), can = open.indexOf( value ) >= 0;
			$( this ).toggleClass( 'wikibot-form-cell', can ).toggleClass( 'wikibot-form-picked', at >= 0 )
				.attr( 'data-step', at < 0 ? null : way.map( function ( each, number ) {
					return each === value ? number + 1 : 0;
				} ).filter( Boolean ).join( ', ' ) )
				.attr( can || at >= 0 ? { role: 'button', tabindex: 0, 'aria-pressed': String( at >= 0 ) } :
					{ role: null, tabindex: null, 'aria-pressed': null } );
		} );
		this.showBar( field && way.length ? field : null, form.line && form.line.getValue() );
	};

	/**
	 * Keep the line in view beside the board, with the last click to be undone.
	 *
	 * @param {OneField|RowField|null} field that takes spaces; null for none
	 */
	Form.prototype.showBar = function ( field, line ) {
		this.$bar.toggle( Boolean( field ) ).empty();
		if ( field ) {
			this.$bar.append( element( 'code', 'bar-line', line ), element( 'div', 'bar-brings', this.brings() ),
				element( 'div', 'bar-way', field.picked().map( labelOf.bind( null, field ) ).join( ' → ' ) ),
				element( 'div', 'options' ).append( button( say( 'undo' ), field.undo.bind( field ) ).$element,
					button( say( 'save' ), this.save.bind( this ), PRIMARY ).$element ) );
		}
	};

	/** A click on a space of the board chooses it, where the action takes one, or answers what is asked. */
	Form.prototype.onCell = function ( event ) {
		var value = event.currentTarget.getAttribute( 'data-space' ), takers = this.spaceFields().filter( function ( field ) {
				return entryOf( field.choices, value );
			} ), free = takers.filter( function ( field, number ) {
				return number === 0 && field.most || !field.value().length;
			} )[ 0 ] || takers[ 0 ], answer = this.game && this.asked().filter( function ( option ) {
				return option.label === value;
			} )[ 0 ], keys = event.type === 'keydown' && event.key !== 'Enter' && event.key !== ' ';
		if ( keys || event.ctrlKey || event.metaKey || event.shiftKey || !( free || answer ) ) {
			return;
		}
		event.preventDefault();
		if ( free ) {
			this.context.last = free;
			free.pick( value );
			this.tell( say( 'picked', entryOf( free.choices, value ).label ) );
		} else {
			this.take( answer.line );
		}
	};

	/** What keeps a line from being saved. @return {{told: string, field: Object|null}|null} */
	Form.prototype.problem = function ( line ) {
		var told = !line ? say( 'error-empty' ) : line.length > LONGEST_LINE ? say( 'error-long', LONGEST_LINE ) :
				staysOpen( line + this.bodyText() ) ? say( 'error-open' ) : '',
			composed = this.fields && this.line.getValue() === this.composed,
			missing = composed ? this.fields.missing() : [], wrong = composed && this.fields.fields().filter( function ( field ) {
				return field.problem();
			} )[ 0 ];
		if ( told ) {
			return { told: told, field: this.line };
		}
		if ( missing.length ) {
			return { field: missing[ 0 ], told: say( 'error-missing', missing.map( function ( field ) {
				return field.part.label;
			} ).join( ', ' ) ) };
		}
		return wrong ? { field: wrong, told: wrong.problem() } : null;
	};

	/** @return {string} the lines below the line, '' or each with a line break in front */
	Form.prototype.bodyText = function () {
		return !this.body ? '' : this.body.getValue().split( /\n+/ ).map( function ( each ) {
			each = each.trim();
			return each && '\n*: ' + each;
		} ).join( '' );
	};

	/** Save the line that stands in the form. */
	Form.prototype.save = function () {
		var form = this, line = this.line.getValue().replace( /\s+/g, ' ' ).trim() // without what is added: mark, signature
				.replace( /^[*#:;]+ ?/, '' ).replace( / ?~{3,5}$/, '' ).trim(), problem = this.problem( line );
		if ( this.saving.isDisabled() ) {
			return;
		}
		if ( problem ) {
			this.tell( problem.told, 'error' );
			problem.field.focus();
			return;
		}
		if ( !this.onlyBot.isSelected() ) {
			this.send( line, this.bodyText(), this.saving );
			return;
		}
		if ( this.bodyText() || line.length > LONGEST_SEALED ) {
			this.tell( say( 'error-only-bot', LONGEST_SEALED ), 'error' );
			return;
		}
		this.saving.setDisabled( true );
		sealed( this.game.box, this.wiki.user, plainText( line ) ).then( function ( seal ) {
			form.send( seal, '', form.saving );
		}, function () {
			form.saving.setDisabled( false );
			form.tell( say( 'error-sealing' ), 'error' );
		} );
	};

	/**
	 * @param {string} below lines below it
	 * @param {OO.ui.ButtonWidget} button that was pressed
	 */
	Form.prototype.send = function ( line, below, button ) {
		var form = this;
		button.setDisabled( true );
		this.tell( say( 'saving' ) );
		this.wiki.add( line, below, this.game.heading, function () {
			form.tell( say( 'conflict' ) );
		} ).then( function ( revision ) {
			form.onSaved( revision, line );
		}, function ( refusal ) {
			var page = refusal.kind === 'session' ? form.wiki.user : refusal.kind === 'blocked' || refusal.kind === 'other' ||
				refusal.kind === 'readonly' ? refusal.told : form.wiki.place.actions;
			form.tell( say( 'error-' + refusal.kind, page, refusal.told ), 'error', form.byHand() );
		} ).always( function () {
			button.setDisabled( false );
		} );
	};

	/** @param {number} revision that added the line */
	Form.prototype.onSaved = function ( revision, line ) {
		this.awaited.push( { revision: revision, line: lineText( line ).text } );
		if ( this.onRules ) {
			this.own.setValue( '' );
		} else {
			this.showActions();
		}
		this.tell( say( 'saved' ), 'success' );
		this.showAnswers();
		this.savedAt = Date.now();
		this.lookLater();
	};

	// -- answers -------------------------------------------------------------------------------------------------------

	/** Look whether the pages have changed, show what is new, and look again after a while. */
	Form.prototype.lookNow = function () {
		var form = this;
		this.looking = this.looking || this.wiki.heads().then( function ( heads ) {
			return heads === form.heads ? null : form.load().then( function () {
				form.heads = heads;
			} );
		} ).catch( function () {
			if ( !form.heads ) { // nothing is shown yet
				setTexts( [], form.wiki.place.words );
				form.entitle( form.wiki.place.actions );
				form.tell( say( 'error-load' ), 'error', form.byHand() );
			}
		} ).then( function () {
			form.looking = null;
			form.lookLater();
		} );
	};

	/** Look again: soon where something is awaited, and not while the page is hidden. */
	Form.prototype.lookLater = function () {
		var form = this, now = Date.now(), waits = this.awaited.some( function ( each ) {
				return !each.word;
			} ), soon = waits ? now - this.savedAt < PATIENCE : now - this.answeredAt < AFTERWARDS;
		clearTimeout( this.timer );
		if ( !document.hidden ) {
			this.timer = setTimeout( function () {
				form.lookNow();
			}, soon ? FIRST_LOOK : waits ? LAST_LOOK : IDLE_LOOK );
		}
	};

	/** Read all that the form shows, and show it at once: a part that came later would move the others. */
	Form.prototype.load = function () {
		var form = this, wiki = this.wiki;
		return $.when( wiki.readData( wiki.place.data ), wiki.user ? wiki.mine() : [], wiki.read( wiki.place.actions ) )
			.then( function ( data, mine, page ) {
				function show() {
					setTexts( data.messages );
					form.show( data.text );
					form.showAnswered( page, mine );
				}
				if ( form.heads ) {
					form.steady( show );
				} else {
					show();
					mw.storage.set( form.room, String( form.$element.css( 'min-height', '' ).height() ) );
				}
			} );
	};

	/**
	 * Show the answers on the actions page, what is new, and what became of the lines that were awaited.
	 *
	 * @param {Object} page as it was read
	 * @param {number[]} mine revisions of this account
	 */
	Form.prototype.showAnswered = function ( page, mine ) {
		var form = this, verdicts = object( this.game ).verdicts,
			answers = answersIn( page.text || '', page.id, mine, verdicts ).reverse(), fresh, talk;
		this.awaited = this.awaited.filter( function ( each ) {
			var own = answers.filter( function ( answer ) {
				return answer.revision === each.revision;
			} )[ 0 ];
			fresh = own || fresh;
			if ( !own && !each.word && form.wiki.passedOver( each.revision ) ) {
				talk = each;
				each.word = say( 'answer-talk' );
			}
			return !own;
		} );
		this.answers = answers.slice( 0, this.onRules ? 0 : MOST_ANSWERS );
		this.showNews( answersIn( page.text || '', page.id, null, verdicts ).reverse() );
		this.showAnswers();
		if ( fresh ) {
			this.answeredAt = Date.now();
			this.tell( say( 'answered', fresh.line ), 'success',
				element( 'a', 'reload', say( 'reload' ) ).attr( 'href', mw.util.getUrl() ) );
			this.$status.append( this.answerItem( fresh ) );
		} else if ( talk ) {
			this.tell( say( 'talk', talk.line ) );
		}
	};

	Form.prototype.answerItem = function ( answer ) {
		return element( 'div', 'answer' ).append(
			element( 'code', 'answer-line', answer.line ),
			element( 'div', 'answer-said' ).append(
				element( 'strong', 'verdict', answer.word || say( 'answer-waits' ) ).addClass(
					'wikibot-form-' + ( answer.verdict || 'waiting' ) ),
				answer.text ? [ ' ', element( 'span', 'answer-text', isolated( answer.text ) ) ] : ''
			)
		);
	};

	Form.prototype.showAnswers = function () {
		var waiting = this.awaited.slice().reverse(), shown = waiting.concat( this.answers );
		this.$answers.empty();
		if ( this.wiki.user && !this.onRules ) {
			this.$answers.append( element( 'h3', 'heading', say( 'answers' ) ), shown.length ?
				shown.map( this.answerItem, this ) :
				element( 'div', 'about', say( 'answers-none', this.wiki.place.actions ) ) );
		}
	};

	// -- the lens on the rules -----------------------------------------------------------------------------------------

	/**
	 * The texts of the page as one text of letters and digits alone, which no markup parts.
	 *
	 * @return {{letters: string, at: Array.<[Text, number]>}} `at`: where each letter stands
	 */
	function lettersOf( root ) {
		var letters = [], at = [], node, walker = document.createTreeWalker( root, NodeFilter.SHOW_TEXT, null );
		while ( ( node = walker.nextNode() ) ) {
			if ( !$( node.parentNode ).closest( '.wikibot-form-box, .wikibot-form-badge, .mw-editsection, .reference, ' +
				'.toc, style, script' ).length ) {
				node.data.split( '' ).forEach( function ( char, offset ) {
					if ( !MARKS.test( char ) ) {
						letters.push( char );
						at.push( [ node, offset ] );
					}
				} );
			}
		}
		return { letters: letters.join( '' ), at: at };
	}

	/** @return {string} its letters and digits alone */
	function lettersIn( said ) {
		return said.split( '' ).filter( function ( char ) {
			return !MARKS.test( char );
		} ).join( '' );
	}

	/**
	 * Mark a stretch of the page's letters.
	 *
	 * @param {Array.<[Text, number]>} at its letters
	 * @param {string} name of a class
	 * @return {jQuery} the elements around it, the last one first
	 */
	function marked( at, name ) {
		var $found = $(), number = at.length - 1, node, end, first, piece, $mark;
		while ( number >= 0 ) {
			node = at[ number ][ 0 ];
			end = at[ number ][ 1 ] + 1;
			while ( number >= 0 && at[ number ][ 0 ] === node ) {
				first = at[ number ][ 1 ];
				number--;
			}
			while ( end < node.data.length && /\S/.test( node.data.charAt( end ) ) && MARKS.test( node.data.charAt( end ) ) ) {
				end++;
			}
			piece = node.splitText( first );
			piece.splitText( end - first );
			$mark = element( 'span', 'rule' ).addClass( name );
			$found = $found.add( $( piece ).wrap( $mark ).parent() );
		}
		return $found;
	}

	/**
	 * @param {Node} last that is marked of a sentence
	 * @return {Node} behind which the sentence ends: its full stop may stand outside of a link or bold type
	 */
	function endOf( last ) {
		var end = last, next, stop;
		while ( !end.nextSibling && $( end.parentNode ).is( 'a, b, i, em, strong, code, span, u' ) ) {
			end = end.parentNode;
		}
		next = end.nextSibling;
		stop = next && next.nodeType === Node.TEXT_NODE && next.data.match( /^[.!?:;)"'’”]+/ );
		if ( stop ) {
			next.splitText( stop[ 0 ].length );
		}
		return stop ? next : end;
	}

	/** @return {string} a class */
	function howClass( how ) {
		return 'wikibot-form-' + how.replace( / /g, '-' );
	}

	/** @return {string} in the form's words */
	function howText( how ) {
		return say( 'how-' + how.replace( / /g, '-' ) );
	}

	/** Show how many sentences are played in which way, and mark them all. */
	Form.prototype.showLens = function () {
		var form = this, counts = {};
		this.rules.sentences.forEach( function ( each ) {
			counts[ each.how ] = ( counts[ each.how ] || 0 ) + 1;
		} );
		this.$lens.empty().append( element( 'div', 'about', say( 'lens-help' ) ), element( 'div', 'options' ).append(
			Object.keys( SIGNS ).filter( function ( how ) {
				return counts[ how ];
			} ).map( function ( how ) {
				return button( SIGNS[ how ] + ' ' + say( 'lens-kind', howText( how ), counts[ how ] ),
					form.goToNext.bind( form, how ) ).$element;
			} ) ) );
		this.markSentences();
	};

	/** Go to the next sentence of a kind. @param {string} how */
	Form.prototype.goToNext = function ( how ) {
		var $all = $( 'button.wikibot-form-badge' ).filter( '.' + howClass( how ) ),
			next = $all[ ( $all.index( this.reached ) + 1 ) % $all.length ];
		this.reached = next;
		if ( next ) {
			next.scrollIntoView( { block: 'center' } );
			next.focus();
		}
	};

	/** Mark each sentence of the page with how it is played; none where the lens is closed. */
	Form.prototype.markSentences = function () {
		var form = this, root = $( '#mw-content-text' )[ 0 ], found, from = 0, places = [], told = this.$status.closest( '.wikibot-form-panel' )[ 0 ],
			open = $( '.wikibot-form-badge[aria-expanded=true]' ).attr( 'data-text' ), own = this.own && this.own.getValue();
		if ( !this.onRules ) {
			return;
		}
		this.$status.appendTo( this.$lens );
		$( '.wikibot-form-badge, .wikibot-form-panel' ).remove();
		$( '.wikibot-form-rule' ).contents().unwrap();
		root.normalize();
		if ( !this.$element.prop( 'open' ) ) {
			return;
		}
		found = lettersOf( root );
		this.rules.sentences.forEach( function ( each ) {
			var said = lettersIn( each.text ), at = each.unit ? -1 : found.letters.indexOf( said, from );
			if ( each.unit ) {
				form.markUnit( each );
			} else if ( said && ( at >= 0 || ( at = found.letters.indexOf( said ) ) >= 0 ) ) {
				from = at + said.length;
				places.push( [ at, from, each ] );
			}
		} );
		places.sort( function ( one, other ) {
			return other[ 0 ] - one[ 0 ];
		} ).forEach( function ( place, number ) {
			if ( !number || place[ 1 ] <= places[ number - 1 ][ 0 ] ) {
				form.badge( place[ 2 ] ).insertAfter( endOf(
					marked( found.at.slice( place[ 0 ], place[ 1 ] ), howClass( place[ 2 ].how ) ).last()[ 0 ] ) );
			}
		} );
		$( '.wikibot-form-badge' ).filter( function () {
			return this.getAttribute( 'data-text' ) === open;
		} ).first().trigger( 'click' );
		if ( own ) {
			this.own.setValue( own );
		}
		$( told && '.wikibot-form-panel' ).append( this.$status );
	};

	/** Mark a section by its heading, a row by its first cell. @param {Object} each */
	Form.prototype.markUnit = function ( each ) {
		var said = lettersIn( each.text ), where = each.unit === 'section' ? 'h1, h2, h3, h4, h5, h6' :
			'tr > :first-child, li, dt';
		$( '#mw-content-text' ).find( where ).not( '.wikibot-form-box *' ).filter( function () {
			var $own = $( this ).clone();
			$own.find( '.mw-editsection, .wikibot-form-badge' ).remove();
			return lettersIn( $own.text() ).indexOf( said ) === 0 && ( each.unit !== 'section' || lettersIn( $own.text() ) === said );
		} ).first().append( this.badge( each ) );
	};

	/** @return {jQuery} the sign behind it, which opens what there is to say */
	Form.prototype.badge = function ( sentence ) {
		var form = this, how = howText( sentence.how ), $badge = element( 'button', 'badge' ).addClass( howClass( sentence.how ) )
			.attr( { type: 'button', 'aria-expanded': 'false', 'aria-label': how, title: how, 'data-text': sentence.text } )
			.text( SIGNS[ sentence.how ] + ( sentence.how === 'as written' || sentence.unit ? '' : ' ' + how ) );
		$badge.on( 'click', function ( event ) {
			var open = $badge.attr( 'aria-expanded' ) === 'true', $block = $badge.closest( '.mw-heading, h1, h2, h3, h4, h5, h6, p, li, dd, dt, td, th, div' );
			event.stopPropagation();
			form.$status.appendTo( form.$lens );
			$( '.wikibot-form-panel' ).remove();
			$( '.wikibot-form-badge' ).attr( 'aria-expanded', 'false' );
			if ( !open ) {
				$badge.attr( 'aria-expanded', 'true' );
				$block[ $block.is( 'li, dd, dt, td, th' ) ? 'append' : 'after' ]( form.panel( sentence ) );
			}
		} );
		return $badge;
	};

	/** What there is to say of a sentence, and where a player may say what it means. */
	Form.prototype.panel = function ( sentence ) {
		var $panel = element( 'div', 'panel' ).append( this.about( sentence ) ),
			may = this.steward || this.me.name && this.rules.by !== 'stewards';
		return !may || !sentence.order ? $panel : $panel.append( sentence.how === 'as written' ?
			folded( 'other', document.createTextNode( say( 'lens-other' ) ), this.readingFields( sentence, $panel ) ) :
			this.readingFields( sentence, $panel ) );
	};

	/** @return {jQuery} a list of what there is to say of it */
	Form.prototype.about = function ( sentence ) {
		var week = Date.now() - 7 * 24 * 3600 * 1000, used = list( this.game.used[ sentence.verb ], text ).filter( function ( time ) {
			return new Date( time ) > week;
		} );
		return element( 'dl', 'about-rule' ).append( [
			[ howText( sentence.how ), sentence.unit ? sentence.text : '' ],
			[ say( 'lens-as' ), sentence.says ],
			[ sentence.by ? say( 'lens-given-by', sentence.by ) : say( 'lens-given' ), sentence.given ],
			[ say( 'lens-reads' ), sentence.reads.join( ', ' ) ],
			[ say( 'lens-changes' ), sentence.changes.join( ', ' ) ],
			[ say( 'lens-used' ), used.length ? say( 'lens-times', sentence.verb, used.length, shownTime( used[ used.length - 1 ] ) ) : '' ],
			[ say( 'lens-unknown' ), sentence.unknown ],
			[ say( 'lens-why' ), sentence.why ],
			[ say( 'lens-recognised' ), sentence.recognised.join( ' · ' ) ],
			[ say( 'lens-wanting' ), sentence.wanting ],
			[ say( 'lens-nearest' ), sentence.nearest ]
		].reduce( function ( rows, row, number ) {
			return row[ 1 ] || !number ? rows.concat( element( 'dt', 'what', row[ 0 ] ), withCode( 'said', row[ 1 ] ).wrap( '<dd>' ).parent() ) : rows;
		}, [] ) );
	};

	/**
	 * @param {jQuery} $panel in which the form then says how it stands
	 * @return {jQuery} what it may mean, and a field for one's own words
	 */
	Form.prototype.readingFields = function ( sentence, $panel ) {
		var form = this, field = new OO.ui.MultilineTextInputWidget( { autosize: true, rows: 1, maxRows: 8, maxLength: 3000 } ),
			saving = button( say( 'lens-save' ), function () {
				var means = field.getValue().replace( /\s+/g, ' ' ).trim();
				$panel.append( form.$status );
				if ( !means ) {
					form.tell( say( 'error-missing', say( 'lens-own' ) ), 'error' );
					field.focus();
					return;
				}
				form.send( spelled( sentence.order ) + ': ' + spelled( means ), '', saving );
			}, PRIMARY );

		this.own = field;
		function offered( label, means ) {
			return button( label, function () {
				field.setValue( means ).focus();
			} ).$element;
		}
		return element( 'div', 'act' ).append(
			sentence.offers.length ? element( 'div', 'what', say( 'lens-offers' ) ) : '',
			sentence.offers.map( function ( offer ) {
				return element( 'div', 'offer' ).append( offered( offer.text, offer.text ), offer.without.length ?
					element( 'span', 'about', ' ' + say( 'lens-without', offer.without.join( '; ' ) ) ) : '' );
			} ),
			labelled( field, say( 'lens-own' ) ),
			element( 'div', 'options' ).append(
				sentence.how === 'held' && sentence.given ? offered( say( 'lens-confirm' ), 'confirm' ) : '',
				sentence.given ? offered( say( 'lens-none' ), 'none' ) : '',
				offered( say( 'lens-nothing' ), 'nothing' ), saving.$element )
		);
	};

	/**
	 * @param {string} id of a proposal
	 * @return {jQuery[]} how the sentences of its text would be played
	 */
	Form.prototype.proposedSentences = function ( id ) {
		var form = this, sentences = this.rules.proposals[ id ] || [];
		return ( sentences.length ? [ element( 'h4', 'heading', say( 'lens-would' ) ) ] : [] ).concat( sentences.map( function ( each ) {
			return folded( 'proposed-rule', [
				element( 'span', 'badge', SIGNS[ each.how ] + ' ' + howText( each.how ) ).addClass( howClass( each.how ) ),
				document.createTextNode( ' ' + isolated( each.text ) )
			], form.about( each ) );
		} ) );
	};

	// -- start ---------------------------------------------------------------------------------------------------------

	/** @return {boolean} whether that page is shown */
	function isShown( title ) {
		var here = String( mw.config.get( 'wgPageName' ) ).replace( /_/g, ' ' ),
			english = [ mw.config.get( 'wgCanonicalNamespace' ), mw.config.get( 'wgTitle' ) ].filter( Boolean ).join( ':' );
		return Boolean( title ) && ( title === here || title === english.replace( /_/g, ' ' ) );
	}

	/** Tell each cell of the page's tables its column, for narrow windows. */
	function dressPage() {
		$( '#mw-content-text table.wikitable' ).each( function () {
			var $heads = $( this ).find( 'tr' ).first().children( 'th' ), $cells = $( this ).find( 'td' ),
				wide = $heads.length > MOST_COLUMNS;
			$( this ).addClass( 'wikibot-form-' + ( wide ? 'cards' : 'table' ) );
			$cells.each( function () {
				this.setAttribute( 'data-label', $heads.eq( this.cellIndex ).text().trim() );
				if ( !$( this ).text().trim() ) {
					$( this ).empty();
				}
			} );
			$heads.each( function ( place ) { // what a column has for readers
				var $own = $cells.filter( function () {
					return this.cellIndex === place;
				} );
				$own.add( this ).toggleClass( 'wikibot-form-spare', wide && $own.length > 0 &&
					( SPARE.indexOf( $( this ).text().trim() ) >= 0 || !$own.not( ':empty' ).length ) );
			} );
		} );
	}

	/** @param {Place} place */
	function start( place ) {
		var form = new Form( new Wiki( place ) );
		if ( isShown( place.gamestate ) ) {
			dressPage();
		}
		form.lookNow();
		document.addEventListener( 'visibilitychange', function () {
			if ( !document.hidden ) {
				form.lookNow();
			}
		} );
	}

	$( function () {
		var shown = mw.config.get( 'wgAction' ) === 'view' && !mw.config.get( 'wgDiffNewId' ) &&
			mw.config.get( 'wgRevisionId' ) === mw.config.get( 'wgCurRevisionId' ),
			place = shown && ( window.wikibotGames || GAMES ).filter( function ( each ) {
				return [ each.actions, each.gamestate, each.help, each.board, each.lens && each.ruleset ].some( isShown );
			} )[ 0 ];
		if ( place && !$( '.wikibot-form-box' ).length ) {
			mw.loader.using( MODULES ).then( start.bind( null, place ) );
		}
	} );

	mw.libs.wikibotForm = {
		compose: compose, withLine: withLine, answersIn: answersIn, plainText: plainText, sealed: sealed
	};
}() );
