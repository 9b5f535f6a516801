@preconcurrency import Dispatch
import Glibc

/// The keys of the terminal on standard input, each as it is pressed and unseen on the screen, until it is given back.
final class TerminalKeys: Sendable {
    /// The bytes that keys send.
    let pressed: AsyncStream<UInt8>
    private let before: termios

    /// Takes the keys; nil where standard input is no terminal, or where this runs in its background.
    init?() {
        var before = termios()
        // In the background a change of the terminal would stop the process.
        guard isatty(STDIN_FILENO) == 1, tcgetpgrp(STDIN_FILENO) == getpgrp(),
            tcgetattr(STDIN_FILENO, &before) == 0
        else { return nil }
        var unseen = before
        unseen.c_lflag &= ~tcflag_t(ECHO | ICANON)
        guard tcsetattr(STDIN_FILENO, TCSANOW, &unseen) == 0 else { return nil }
        self.before = before
        pressed = bytes(from: STDIN_FILENO)
    }

    /// Has the terminal as it was.
    func giveBack() {
        var before = before
        tcsetattr(STDIN_FILENO, TCSAFLUSH, &before)
    }
}

// At file scope, as a handler that is written where an actor is in force would be checked for that actor.
private func bytes(from descriptor: Int32) -> AsyncStream<UInt8> {
    AsyncStream(bufferingPolicy: .bufferingNewest(64)) { continuation in
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .global())
        source.setEventHandler {
            var byte: UInt8 = 0
            if read(descriptor, &byte, 1) == 1 { continuation.yield(byte) } else { continuation.finish() }
        }
        continuation.onTermination = { _ in source.cancel() }
        source.activate()
    }
}
