// A client of the Pentago-Twist course's server in Java. It plays the first legal move.

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.net.Socket;

public class TwistClient {
  private static final int EMPTY = -1;
  private static final int[][] board = new int[6][6];

  public static void main(String[] arguments) throws Exception {
    for (int[] row : board) java.util.Arrays.fill(row, EMPTY);
    Socket socket = new Socket("localhost", Integer.parseInt(arguments[0]));
    PrintWriter out = new PrintWriter(socket.getOutputStream(), true);
    BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream()));
    out.println("START Java client");
    int player = 0;
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      System.out.println("received " + line);
      String[] words = line.split(" ");
      switch (words[0]) {
        case "START" -> player = words[1].charAt(7) - '0';
        case "PLAY" -> out.println(move(player));
        case "GAMEOVER" -> System.exit(0);
        default -> echo(words);
      }
    }
  }

  private static String move(int player) {
    for (int x = 0; x < 6; ++x) {
      for (int y = 0; y < 6; ++y) {
        if (board[x][y] == EMPTY) return x + " " + y + " 0 0 " + player;
      }
    }
    throw new IllegalStateException("the board is full");
  }

  private static void echo(String[] words) {
    int[] n = java.util.Arrays.stream(words).mapToInt(Integer::parseInt).toArray();
    board[n[0]][n[1]] = n[4];
    int top = 3 * (n[2] / 2), left = 3 * (n[2] % 2);
    int[][] before = new int[3][3];
    for (int i = 0; i < 3; ++i) System.arraycopy(board[top + i], left, before[i], 0, 3);
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        if (n[3] == 0) board[top + j][left + 2 - i] = before[i][j];
        else board[top + i][left + 2 - j] = before[i][j];
      }
    }
  }
}
