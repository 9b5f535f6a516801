#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Call where Reply == DeviceList {
    /// The devices that are near or known.
    public static var devices: Self { Self("GET", "/api/v1/devices") }
}

extension Call where Reply == Device {
    /// One device, by its id or the name of its samples.
    public static func device(_ id: String) -> Self { Self("GET", path(id)) }

    /// Allows a device; from then on its data is kept.
    public static func adopt(_ id: String, _ change: DeviceChange = DeviceChange()) throws -> Self {
        try Self("POST", path(id, "/adopt"), json: change)
    }

    /// Changes what was decided about a device.
    public static func change(_ id: String, _ change: DeviceChange) throws -> Self {
        try Self("PATCH", path(id), json: change)
    }

    /// Connects a device that was disconnected.
    public static func connect(_ id: String) -> Self { Self("POST", path(id, "/connect")) }

    /// Disconnects a device until it is connected again.
    public static func disconnect(_ id: String) -> Self { Self("POST", path(id, "/disconnect")) }

    private static func path(_ id: String, _ rest: String = "") -> String { devicePath(id, rest) }
}

extension Call where Reply == NoReply {
    /// Forgets what was decided about a device; its data stays.
    public static func forget(_ id: String) -> Self { Self("DELETE", devicePath(id)) }

    /// Makes a device buzz.
    public static func vibrate(_ id: String, seconds: Double = 1) throws -> Self {
        try Self("POST", devicePath(id, "/vibrate"), json: Vibration(seconds: seconds))
    }
}

extension Call where Reply == Recorder {
    /// A recorder on a cable, as it is now.
    public static func recorder(_ id: String) -> Self { Self("GET", devicePath(id, "/recorder")) }

    /// Brings a recorder's recording into the store.
    public static func downloadRecorder(_ id: String) -> Self { Self("POST", devicePath(id, "/recorder/download")) }

    /// Stops that.
    public static func stopDownload(_ id: String) -> Self { Self("DELETE", devicePath(id, "/recorder/download")) }
}

extension Call where Reply == ImportList {
    /// Brings in what lies on a recorder's volume.
    public static func importFiles(of id: String) -> Self { Self("POST", devicePath(id, "/import")) }
}

extension Call {
    static func devicePath(_ id: String, _ rest: String = "") -> String { "/api/v1/devices/\(escape(id))\(rest)" }
}
