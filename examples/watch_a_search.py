"""A search in a thread, watched while it thinks and stopped when it has made up its mind."""

import threading
import time

import tesuji


def main():
    position = tesuji.game("pentago-twist").start()
    player = tesuji.agent("mcts").player(position.game)
    answer = []
    thread = threading.Thread(target=lambda: answer.append(player.search(position, seconds=10)))
    thread.start()
    last, same = None, 0
    while thread.is_alive() and same < 5:
        time.sleep(0.2)
        if known := player.progress():
            same = same + 1 if known.best == last else 0
            last = known.best
            print(f"{known.simulations:>10,} simulations: {last}, value {known.value:.3f}")
    player.stop()
    thread.join()
    print(f"plays {answer[0].best} after {answer[0].seconds:.1f} s")


if __name__ == "__main__":
    main()
