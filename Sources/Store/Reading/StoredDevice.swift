package import Signals

/// A device in the store.
package struct StoredDevice: Hashable, Sendable {
    /// The name under which its data are stored.
    package var id: DeviceID
    /// Maker, model and serial number as the device states them; empty where it has not yet.
    package var identity: DeviceIdentity
    /// Whether its data are generated.
    package var isSynthetic: Bool
    /// Whether what it sends live is only a look at it, and no part of a night.
    package var isPreview: Bool
    /// When it was first seen, or its first recording begins.
    package var firstSeen: Instant
    /// When it was last seen, give or take ten seconds.
    package var lastSeen: Instant
}

extension Store {
    /// All devices, by name.
    package func devices() throws(Failure) -> [StoredDevice] {
        try readers.read { connection in
            let rows = try connection.prepare(
                """
                SELECT name, maker, model, serial, firmware, synthetic, first_seen, last_seen, preview
                FROM device ORDER BY name
                """)
            var devices: [StoredDevice] = []
            while try rows.step() {
                devices.append(
                    StoredDevice(
                        id: DeviceID(rawValue: rows.text(0)),
                        identity: DeviceIdentity(
                            maker: rows.text(1), model: rows.text(2), serial: rows.text(3), firmware: rows.text(4)),
                        isSynthetic: rows.integer(5) != 0, isPreview: rows.integer(8) != 0,
                        firstSeen: Instant(nanoseconds: rows.integer(6)),
                        lastSeen: Instant(nanoseconds: rows.integer(7))))
            }
            return devices
        }
    }
}
