/// A heart rate that is given on over Bluetooth.
public struct HeartRateShareDocument: Document {
    public static var title: String? { "HeartRateShare" }

    /// Whether one's own heart rate is given on.
    public var isOn = false
    /// The number under which the device's samples are kept; nil while it is off.
    public var device: String?
    /// Why others hear nothing although it is on, and what to do, for people; nil when all is well.
    public var problem: String?
    /// The adapter that advertises it, such as `hci0`; nil while none does.
    public var adapter: String?
    /// How many are connected.
    public var connected = 0
    /// How many of these have asked for the heart rate.
    public var listeners = 0
    /// Values that went out since it was begun, counted for each listener.
    public var sent = 0
    /// Values that a listener did not take in time.
    public var dropped = 0

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("on", &isOn)
        fields.field("device", &device)
        fields.field("problem", &problem)
        fields.field("adapter", &adapter)
        fields.field("connected", &connected)
        fields.field("listeners", &listeners)
        fields.field("sent", &sent)
        fields.field("dropped", &dropped)
    }
}

/// Switches the giving on of one's own heart rate on or off.
public struct HeartRateShareRequest: Document {
    public static var isClosed: Bool { true }

    /// Whether it is to be given on.
    public var isOn = false
    /// The device that it comes from, by its id or number; nil for the one that speaks for one's heart, or the only one.
    public var device: String?

    public init() {}

    /// On for a device, or off.
    public init(isOn: Bool, device: String? = nil) { (self.isOn, self.device) = (isOn, device) }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("on", &isOn)
        fields.optional("device", &device, .string(1...250).nullable)
    }
}

extension Endpoint where Request == Nothing, Reply == HeartRateShareDocument {
    /// Whether one's own heart rate is given on.
    public static var heartRateShare: Self {
        Self(.get, "/api/v1/heart-rate-share", "Whether your heart rate is given on over Bluetooth", in: "devices")
    }
}

extension Endpoint where Request == HeartRateShareRequest, Reply == HeartRateShareDocument {
    /// Switches it on or off.
    public static var shareHeartRate: Self {
        Self(
            .put, "/api/v1/heart-rate-share", "Give your heart rate on over Bluetooth, or no more", in: "devices",
            detail:
                "The gateway is a heart-rate strap then: every bicycle computer, treadmill and app within reach can read it. It "
                + "holds for you on this device; when somebody else wears it, nothing is given on.",
            problems: [403, 404, 409, 422])
    }
}
