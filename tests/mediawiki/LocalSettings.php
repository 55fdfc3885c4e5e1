<?php
/**
 * Settings of the test wikis. What differs from run to run and from test to test is in a JSON file that the
 * harness writes; it is read anew by every request, so that a test can change a setting without a restart.
 * (JSON and not PHP: PHP keeps compiled files for some seconds.)
 */

if ( !defined( 'MEDIAWIKI' ) ) {
	exit;
}

$harness = json_decode( file_get_contents( getenv( 'WIKIBOT_HARNESS' ) ) );

// A test may travel in time: the wiki's clock is then this many seconds ahead of the machine's, and goes on ticking.
// Sessions, cookies and caches keep to the machine's clock, so nobody is logged out on the way.
if ( $harness->ahead ) {
	$ahead = $harness->ahead;
	\Wikimedia\Timestamp\ConvertibleTimestamp::setFakeTime( static fn () => time() + $ahead );
	unset( $ahead );
}

$wgSitename = 'Test Wiki';
$wgServer = $harness->url;
$wgScriptPath = '';
$wgArticlePath = '/index.php?title=$1';
$wgSecretKey = str_repeat( 'wikibot0', 8 );
$wgDiff3 = '/usr/bin/diff3';
$wgEnableEmail = false;
$wgPingback = false;
$wgShowExceptionDetails = true;
$wgMaxShellMemory = 0;

// All that a wiki remembers, caches and sessions included, is in one folder: a reset puts another in its place.
$file = static fn ( string $name ) => [
	'type' => 'sqlite',
	'dbname' => $name,
	'tablePrefix' => '',
	'variables' => [ 'synchronous' => 'OFF', 'journal_mode' => $name === 'wiki' ? 'MEMORY' : 'WAL' ],
	'dbDirectory' => $harness->data,
	'trxMode' => 'IMMEDIATE',
	'flags' => 0,
];
$wgDBname = 'wiki';
$wgDBtype = 'sqlite';
$wgDBservers = [ [ 'load' => 1, 'host' => '', 'user' => '', 'password' => '' ] + $file( 'wiki' ) ];
$wgSQLiteDataDir = $harness->data;
$wgObjectCaches[CACHE_DB] = [ 'class' => SqlBagOStuff::class, 'loggroup' => 'SQLBagOStuff', 'server' => $file( 'wikicache' ) ];
$wgMainCacheType = $harness->skins ? CACHE_DB : CACHE_NONE; // what browsers load takes long to make; the rest is read sooner
$wgMessageCacheType = CACHE_DB;
$wgParserCacheType = CACHE_DB;
$wgSessionCacheType = CACHE_DB;
$wgMainStash = CACHE_DB;
$wgObjectCacheSessionExpiry = 30 * 86400;

// Messages never change: they are compiled once, when the template is made.
$wgCacheDirectory = $harness->messages;
$wgLocalisationCacheConf['store'] = 'files';
$wgLocalisationCacheConf['manualRecache'] = true;

// A test sees what it did, at once and every time: no jobs at a later request, no limits it did not ask for.
$wgJobRunRate = 0;
$wgDisableSearchUpdate = true; // nothing is looked for
$wgRateLimits = [];
$wgPasswordAttemptThrottle = [];
$wgPasswordConfig['pbkdf2']['cost'] = '1';
$wgUsePrivateIPs = true;
$wgCdnServersNoPurge = [ '127.0.0.1' ]; // X-Forwarded-For lets a test edit from any address

$wgGroupPermissions['sysop']['deleterevision'] = true;
$wgGroupPermissions['sysop']['suppressrevision'] = true;
$wgGroupPermissions['sysop']['hideuser'] = true;
$wgGroupPermissions['sysop']['importupload'] = true;

foreach ( $harness->extensions as $extension ) {
	wfLoadExtension( $extension );
}
foreach ( $harness->skins as $skin ) {
	wfLoadSkin( $skin );
}
$wgCaptchaTriggers = array_fill_keys(
	[ 'edit', 'create', 'sendemail', 'addurl', 'createaccount', 'badlogin', 'badloginperuser' ], false
);
$wgTitleBlacklistSources = [ [ 'type' => 'localpage', 'src' => 'MediaWiki:Titleblacklist' ] ];

/** Lays a test's value over a setting: objects are merged key by key, anything else takes the old one's place. */
$merge = static function ( $old, $new ) use ( &$merge ) {
	if ( !is_object( $new ) ) {
		return $new;
	}
	$merged = is_array( $old ) ? $old : [];
	foreach ( $new as $key => $value ) {
		$merged[$key] = $merge( $merged[$key] ?? null, $value );
	}
	return $merged;
};
foreach ( $harness->settings as $name => $value ) {
	$GLOBALS[$name] = $merge( $GLOBALS[$name] ?? null, $value );
}

// Nobody is notified of a comment but where a test asks for it, and none is looked up: DiscussionTools would parse a whole
// talk page twice after each edit, which takes ten times as long as the edit.
$none = static fn () => false;
$wgHooks['RevisionDataUpdates'][] = $none;
if ( !( $wgNotifies ?? false ) ) {
	$wgHooks['EchoGetEventsForRevision'][] = $none;
}
unset( $harness, $none, $file, $merge, $extension, $skin, $name, $value );
