import java.util.regex.Pattern;

/** Compiles each pattern that it is given with Java's own expressions. */
public class InJava {
    public static void main(String[] patterns) {
        for (String pattern : patterns) Pattern.compile(pattern);
    }
}
