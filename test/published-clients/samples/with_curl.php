<?php
// As plug-ins of WordPress and others call: the curl of PHP, with a file of a form.
$fields = [getenv('FILE_FIELD') => new CURLFile(getenv('PHOTO'))];
foreach (array_slice($argv, 1) as $field) {
    [$name, $value] = explode('=', $field, 2);
    $fields[$name] = $value;
}
$headers = ['X-Api-Key: ' . getenv('API_KEY')];
if (getenv('ACCEPT') !== '') {
    $headers[] = 'Accept: ' . getenv('ACCEPT');
}

$call = curl_init();
curl_setopt($call, CURLOPT_URL, getenv('ADDRESS'));
curl_setopt($call, CURLOPT_POST, 1);
curl_setopt($call, CURLOPT_POSTFIELDS, $fields);
curl_setopt($call, CURLOPT_HTTPHEADER, $headers);
curl_setopt($call, CURLOPT_RETURNTRANSFER, 1);
$body = curl_exec($call);
if ($body === false) {
    fwrite(STDERR, curl_error($call));
    exit(1);
}
file_put_contents(getenv('OUT'), $body);
echo curl_getinfo($call, CURLINFO_HTTP_CODE), "\n";
