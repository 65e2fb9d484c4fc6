import java.util.Scanner;
public class Main {
    public static void main(String[] args) {
        int[] b = OthelloUtil.newBoard();
        int who = 1;
        Scanner in = new Scanner(System.in);
        while (!OthelloUtil.gameOver(b) && in.hasNextInt()) {
            if (!OthelloUtil.move(b, in.nextInt(), who)) { System.out.println("no"); continue; }
            if (OthelloUtil.hasMoves(b, -who)) who = -who;
        }
        System.out.println(OthelloUtil.winner(b));
    }
}
