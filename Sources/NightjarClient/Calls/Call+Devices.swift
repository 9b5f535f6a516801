#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

extension Call where Reply == NoReply {
    /// Says who wore a device when.
    public static func changeWearing(_ id: String, _ change: WearingChange) throws -> Self {
        try Self("POST", devicePath(id, "/wearers"), json: change)
    }

    /// Names a person anew.
    public static func renameWearer(_ id: Int, _ name: String) throws -> Self {
        try Self("PATCH", "/api/v1/wearers/\(id)", json: WearerName(name: name))
    }

    /// Removes a person; the nights stay, without a name.
    public static func removeWearer(_ id: Int) -> Self { Self("DELETE", "/api/v1/wearers/\(id)") }
}

extension Call where Reply == WearerList {
    /// The people who wear devices.
    public static var wearers: Self { Self("GET", "/api/v1/wearers") }
}

extension Call where Reply == Wearer {
    /// Enters a person.
    public static func addWearer(_ name: String) throws -> Self {
        try Self("POST", "/api/v1/wearers", json: WearerName(name: name))
    }
}

extension Call where Reply == WearingList {
    /// Who wore a device when.
    public static func wearings(of id: String) -> Self { Self("GET", devicePath(id, "/wearers")) }
}

extension Call {
    static func devicePath(_ id: String, _ rest: String = "") -> String { "/api/v1/devices/\(escape(id))\(rest)" }
}
