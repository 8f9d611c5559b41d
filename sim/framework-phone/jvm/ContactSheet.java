import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Image;
import java.awt.image.BufferedImage;
import java.io.DataInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;

/** Puts pictures side by side: {@code java ContactSheet.java SHEET.png PICTURE...}, each as width, height and RGBA bytes. */
final class ContactSheet {
    private static final int COLUMNS = 10;
    private static final int WIDTH = 180;
    private static final int GAP = 8;

    public static void main(String[] arguments) throws IOException {
        int count = arguments.length - 1;
        BufferedImage first = read(Path.of(arguments[1]));
        int height = WIDTH * first.getHeight() / first.getWidth();
        int rows = (count + COLUMNS - 1) / COLUMNS;
        BufferedImage sheet =
                new BufferedImage(
                        COLUMNS * (WIDTH + GAP) + GAP, rows * (height + GAP) + GAP, BufferedImage.TYPE_INT_RGB);
        Graphics2D canvas = sheet.createGraphics();
        canvas.setColor(new Color(0x8a8f98));
        canvas.fillRect(0, 0, sheet.getWidth(), sheet.getHeight());
        for (int index = 0; index < count; index++) {
            Image small =
                    read(Path.of(arguments[index + 1])).getScaledInstance(WIDTH, height, Image.SCALE_AREA_AVERAGING);
            int left = GAP + index % COLUMNS * (WIDTH + GAP);
            int top = GAP + index / COLUMNS * (height + GAP);
            canvas.drawImage(small, left, top, null);
        }
        ImageIO.write(sheet, "png", new File(arguments[0]));
    }

    private static BufferedImage read(Path path) throws IOException {
        try (DataInputStream input = new DataInputStream(Files.newInputStream(path))) {
            int width = input.readInt();
            int height = input.readInt();
            byte[] pixels = input.readAllBytes();
            BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
            for (int index = 0; index < width * height; index++) {
                int red = pixels[4 * index] & 0xff;
                int green = pixels[4 * index + 1] & 0xff;
                int blue = pixels[4 * index + 2] & 0xff;
                image.setRGB(index % width, index / width, red << 16 | green << 8 | blue);
            }
            return image;
        }
    }
}
