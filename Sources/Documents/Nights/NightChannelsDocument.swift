public import Signals

/// Which channels of which night.
public struct NightChannelsRequest: Document {
    /// Which night.
    public var night = NightRequest()
    /// The names of the channels, separated by commas; nil for all that there are.
    public var channels: String?

    public init() {}

    /// Channels of a night.
    public init(_ night: NightRequest, channels: [String]? = nil) {
        (self.night, self.channels) = (night, channels?.joined(separator: ","))
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        night.fields(&fields)
        fields.query(
            "channels", &channels, .string.about("Their names, separated by commas; all that there are without"))
    }
}

/// What else was measured in a night, on one even grid: light, temperature, skin contact, button, battery, and whatever more
/// the recorder has.
public struct NightChannelsDocument: Document {
    public static var title: String? { "NightChannels" }

    /// One channel.
    public struct Track: Document {
        public static var title: String? { "NightChannel" }

        /// Its name, such as `light`.
        public var channel = ""
        /// The unit as a UCUM code.
        public var unit = ""
        /// The values of each axis, one a slot: their mean, for marks how many; nil where there is none.
        public var axes: [[Double?]] = []

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("channel", &channel)
            fields.field("unit", &unit)
            fields.field("axes", &axes)
        }
    }

    /// The local day of waking up.
    public var date = CivilDate(daysSince1970: 0)
    /// The number of the device.
    public var device = ""
    /// The begin of the first slot.
    public var start = Instant.zero
    /// Seconds of a slot.
    public var epoch = 0
    /// The channels, in order of name.
    public var tracks: [Track] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("date", &date)
        fields.field("device", &device)
        fields.field("start_s", &start)
        fields.field("epoch_s", &epoch)
        fields.field("tracks", &tracks)
    }
}

extension Endpoint where Request == NightChannelsRequest, Reply == NightChannelsDocument {
    /// What else was measured in a night.
    public static var nightChannels: Self {
        Self(
            .get, "/api/v1/nights/{date}/channels", "What else was measured in a night", in: "nights",
            detail:
                "{date} is the day of waking up, or latest. Slots of 30 s from noon to noon hold means of the samples.",
            problems: [400, 404])
    }
}
