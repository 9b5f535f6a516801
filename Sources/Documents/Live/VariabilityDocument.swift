public import Signals

/// Whose heart rate variability.
public struct VariabilityRequest: Document {
    /// The number of the device; nil for the one with the newest beats.
    public var device: String?

    public init() {}

    /// The variability of one device's wearer.
    public init(device: String) { self.device = device }

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.query("device", &device) }
}

/// The newest heart rate variability.
public struct VariabilityDocument: Document {
    /// SDNN in milliseconds; nil before there are 60 seconds of clean beats.
    public var variability: Double?
    /// The same.
    public var sdnn: Double?
    /// RMSSD in milliseconds.
    public var rmssd: Double?
    /// Beats per minute.
    public var heartRate: Double?
    /// Seconds that are looked at.
    public var windowSeconds = 0.0
    /// When they begin; nil without a beat.
    public var windowStart: Instant?
    /// Seconds of the window with clean beats.
    public var cleanSeconds: Double?
    /// When the window ends.
    public var time: Instant?
    /// Seconds since then.
    public var age: Double?
    /// The number of the device.
    public var device: String?
    /// Why there is no figure.
    public var reason: String?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("hrv", &variability, .number.nullable.about("SDNN in milliseconds"))
        fields.field("sdnn_ms", &sdnn)
        fields.field("rmssd_ms", &rmssd)
        fields.field("heart_rate", &heartRate)
        fields.field("window_s", &windowSeconds, .number.about("Seconds that are looked at"))
        fields.field("window_start_s", &windowStart)
        fields.field("clean_s", &cleanSeconds, .number.nullable.about("Seconds of the window with clean beats"))
        fields.field("t_s", &time)
        fields.field("age_s", &age)
        fields.field("device", &device)
        fields.field("reason", &reason)
    }
}

extension Endpoint where Request == VariabilityRequest, Reply == VariabilityDocument {
    /// The newest heart rate variability.
    public static var latestVariability: Self {
        Self(
            .get, "/api/v1/hrv/latest", "The newest heart rate variability", in: "live",
            detail:
                "Over the five minutes up to the last beat. Null with a reason while there are no 60 seconds of clean "
                + "beats; age_s tells how old it is.")
    }
}
