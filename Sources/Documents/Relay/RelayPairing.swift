public import Signals

/// A code that pairs one watch.
public struct RelayCodeDocument: Document {
    /// Six digits.
    public var code = ""
    /// Until when it is good.
    public var expires = Instant.zero

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("code", &code)
        fields.field("expires_s", &expires)
    }
}

/// A watch that is to be paired.
public struct RelayClaimRequest: Document {
    public static var isClosed: Bool { true }

    /// The six digits that the phone's side shows.
    public var code = ""
    /// What the watch is called, 1 to 64 characters.
    public var name: String?

    public init() {}

    /// A watch that was shown `code`.
    public init(code: String, name: String? = nil) { (self.code, self.name) = (code, name) }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("code", &code, .string.with("pattern", "^[0-9]{6}$").example("123456"))
        fields.optional("name", &name, .words(1...64).nullable)
    }

    public func faults() -> [FieldFault] {
        guard code.utf8.count != 6 || !code.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return [] }
        return [
            FieldFault("code", "“code” must be the six digits that the phone's side shows.", code: "invalid_value")
        ]
    }
}

/// Which watch asks, and that it is the one that was paired.
public struct RelayCredentials: Document {
    /// The number of the watch.
    public var watch = ""
    /// The token that it was given when it was paired.
    public var token = ""

    public init() {}

    /// A watch as it was paired.
    public init(watch: String, token: String) { (self.watch, self.token) = (watch, token) }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("watch", &watch, .string)
        fields.field("token", &token, .secret)
    }
}

/// A watch that was paired.
public struct RelayPairedDocument: Document {
    /// What it proves itself by.
    public var credentials = RelayCredentials()
    /// What it is called.
    public var name = ""

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("name", &name)
        fields.field("token", &credentials.token)
        fields.field("watch", &credentials.watch)
    }
}

/// One of the paired watches.
public struct RelayWatchRequest: Document {
    /// Its number.
    public var watch = ""

    public init() {}

    /// A watch.
    public init(_ watch: String) { self.watch = watch }

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.path("watch", &watch) }
}

/// A transfer that waits.
public struct RelayTransferRequest: Document {
    /// Its number.
    public var id = ""

    public init() {}

    /// A transfer.
    public init(_ id: String) { self.id = id }

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.path("id", &id) }
}
