import CMicroHTTPD

/// The account of this machine that a connection comes from, looked up once when it begins and kept with it.
enum ConnectionNote {
    /// What the library keeps with the connection: nil for an account that cannot be told, else its number and one.
    static func make(_ connection: OpaquePointer) -> UnsafeMutableRawPointer? {
        RequestOrigin.user(behind: nj_mhd_descriptor(connection)).flatMap {
            UnsafeMutableRawPointer(bitPattern: UInt($0) + 1)
        }
    }

    /// The account of a connection; nil where it cannot be told.
    static func user(of connection: OpaquePointer) -> UInt32? {
        nj_mhd_note(connection).flatMap { UInt32(exactly: UInt(bitPattern: $0) - 1) }
    }
}
