import Signals

extension HTTPServer.Configuration {
    /// How long a program of this account may take for a head: it harms nobody but itself.
    private static let patience = Duration.seconds(600)

    /// What one listening socket allows its connections; the programs of this machine share one address.
    func limits(isLocal: Bool, isUnixSocket: Bool) -> ConnectionTable.Limits {
        ConnectionTable.Limits(
            count: Int(connectionLimit), perAddress: isLocal || isUnixSocket ? .max : connectionsPerAddress,
            head: isUnixSocket ? Self.patience : headTimeout, idle: .seconds(Int(timeout)), body: bodyPace.grace,
            bodyRate: max(1, bodyPace.bytesPerSecond))
    }

    /// Sockets that a server listens on at most: two loopback ones, that of the network and that of the programs.
    private static let sockets = 4

    /// The files that a server with `connections` for each socket needs beside those of the rest of the program.
    private static func files(for connections: Int) -> Int { sockets * (connections + 4) }

    /// Takes no more connections than `count` open files leave room for, `reserve` of which are others'.
    /// - Throws: `Failure` when that leaves too little to serve anybody.
    package mutating func fit(openFiles count: Int, reserve: Int = 128) throws {
        let least = 16
        let room = (count - reserve) / Self.sockets - 4
        guard room >= least else {
            throw Failure(
                .failed,
                "This process may have \(count) files open, and a gateway needs \(reserve + Self.files(for: least)) at the "
                    + "least: for its store, its devices and its connections. Allow more: ulimit -n 4096, or LimitNOFILE=4096 "
                    + "in the unit of the service.")
        }
        connectionLimit = UInt32(clamping: min(Int(connectionLimit), room))
    }
}
