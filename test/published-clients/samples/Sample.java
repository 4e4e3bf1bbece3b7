import java.io.ByteArrayOutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The library of Java itself: HttpClient, which leaves the form to its caller. */
public class Sample {
    private static final String BOUNDARY = "----sample";

    public static void main(String[] fields) throws Exception {
        Path photo = Path.of(System.getenv("PHOTO"));
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        for (String field : fields) {
            String[] words = field.split("=", 2);
            write(body, "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"" + words[0] + "\"\r\n\r\n" + words[1] + "\r\n");
        }
        write(body, "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"" + System.getenv("FILE_FIELD")
            + "\"; filename=\"" + photo.getFileName() + "\"\r\nContent-Type: application/octet-stream\r\n\r\n");
        body.write(Files.readAllBytes(photo));
        write(body, "\r\n--" + BOUNDARY + "--\r\n");

        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(System.getenv("ADDRESS")))
            .header("X-Api-Key", System.getenv("API_KEY"))
            .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
            .POST(HttpRequest.BodyPublishers.ofByteArray(body.toByteArray()));
        String accept = System.getenv("ACCEPT");
        if (!accept.isEmpty()) request.header("Accept", accept);
        HttpResponse<byte[]> response = HttpClient.newHttpClient()
            .send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        Files.write(Path.of(System.getenv("OUT")), response.body());
        System.out.println(response.statusCode());
    }

    private static void write(ByteArrayOutputStream body, String text) throws Exception {
        body.write(text.getBytes(StandardCharsets.UTF_8));
    }
}
