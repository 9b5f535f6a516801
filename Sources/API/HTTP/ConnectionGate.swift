import CMicroHTTPD

/// Whether a connection of the library is set aside until there is something to do for it.
///
/// A connection is suspended from its own server thread only and resumed from any. The gate lives inside of the lock
/// of whatever the connection waits for, so that a wake-up can neither be lost nor come twice, nor reach a connection
/// that is gone: the library never frees a suspended one.
struct ConnectionGate: @unchecked Sendable {  // Guarded by the `Mutex` of its owner.
    private let connection: OpaquePointer
    private let watch: ConnectionHandle?
    private var isSuspended = false
    private var isShut = false

    /// A gate; `watch` is told while a client that still sends is made to wait.
    init(_ connection: OpaquePointer, _ watch: ConnectionHandle? = nil) {
        self.connection = connection
        self.watch = watch
    }

    /// Sets the connection aside; only to be called inside of one of its callbacks.
    /// - Returns: False when the server is stopping and nothing may wait any more.
    mutating func suspend() -> Bool {
        guard !isShut else { return false }
        if !isSuspended {
            isSuspended = true
            watch?.pause()
            MHD_suspend_connection(connection)
        }
        return true
    }

    /// Lets the connection go on, if it was set aside.
    mutating func resume() { takeWake()?.give() }

    /// What lets the connection go on outside of the lock, so that its thread does not wake up only to wait for that; nil
    /// where it was not set aside. The library keeps the connection until it is given, and may not be stopped before.
    mutating func takeWake() -> Wake? {
        guard isSuspended else { return nil }
        isSuspended = false
        return Wake(connection: connection, watch: watch)
    }

    /// The one call that lets a connection go on which is set aside.
    struct Wake: @unchecked Sendable {  // Given once, by whoever took it.
        fileprivate let connection: OpaquePointer
        fileprivate let watch: ConnectionHandle?

        func give() {
            watch?.resume()
            MHD_resume_connection(connection)
        }
    }

    /// Lets the connection go on and never wait again.
    mutating func shut() {
        isShut = true
        resume()
    }
}
