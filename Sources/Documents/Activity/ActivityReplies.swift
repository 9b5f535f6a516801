/// How far an analysis is.
public enum ActivityAnalysisStatus: String, Word {
    /// It is being worked on.
    case processing
    /// It is done.
    case completed
    /// It could not be done.
    case failed
}

/// What the request for an analysis is answered.
public struct ActivityReplyDocument: Document {
    public static var title: String? { "PATReply" }

    /// The name by which it can be asked for again.
    public var id = ""
    /// How far it is.
    public var status: ActivityAnalysisStatus? = .processing
    /// What was found; nil while or where it is not done.
    public var analysis: ActivityAnalysisDocument?
    /// Milliseconds that it took.
    public var milliseconds: Double?
    /// What to know of it, for people.
    public var message: String?
    /// Whether it was done before.
    public var isCached = false

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("analysis_id", &id)
        fields.word("status", &status)
        fields.field("analysis", &analysis)
        fields.field("processing_time_ms", &milliseconds)
        fields.field("message", &message)
        fields.field("cached", &isCached)
    }
}

/// An analysis as it is asked for by its name, and as it is stored.
public struct StoredActivityAnalysisDocument: Document {
    /// What was analysed, and how.
    public struct Metadata: Document {
        /// What a value counts: `counts` or `steps`.
        public var measure = ""
        /// Minutes that were analysed.
        public var minutes = 0
        /// When the first of them begins.
        public var start = UTCTime.zero
        /// Hours that were asked for; nil for all that was sent.
        public var hours: Double?
        /// Nights that were found.
        public var nights = 0
        /// Why there is no embedding, or which weights gave it.
        public var embedding = ""
        /// Milliseconds that it took.
        public var milliseconds: Double?

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("measure", &measure)
            fields.field("minutes", &minutes)
            fields.field("start", &start)
            fields.field("duration_hours", &hours)
            fields.field("nights", &nights)
            fields.field("embedding", &embedding)
            fields.field("processing_time_ms", &milliseconds)
        }
    }

    /// Its name.
    public var id = ""
    /// How far it is.
    public var status: ActivityAnalysisStatus? = .processing
    /// What to know of it, for people.
    public var message: String?
    /// When it was made; nil where it is not done.
    public var made: UTCTime?
    /// The figures that are known, by name; nil where it is not done.
    public var features: [String: Double]?
    /// The mean token of the actigraphy transformer; empty where there is none.
    public var embedding: [Double] = []
    /// What was analysed, and how.
    public var metadata = Metadata()
    /// What was found; nil while or where it is not done.
    public var analysis: ActivityAnalysisDocument?

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("processing_id", &id)
        fields.word("status", &status)
        fields.field("message", &message)
        fields.field("analysis_date", &made)
        fields.field("pat_features", &features)
        fields.field(
            "activity_embedding", &embedding,
            .array(.number).about("Empty where there is none; metadata.embedding says why"))
        fields.field("metadata", &metadata)
        fields.field("analysis", &analysis)
    }
}

/// Whether a service works.
public enum ServiceState: String, Word {
    /// It works.
    case healthy
    /// It works in part, or not.
    case degraded
}

/// Whether analyses work.
public struct ActivityHealthDocument: Document {
    /// What works the analyses out.
    public struct Engine: Document {
        /// Whether results can be kept.
        public var state: ServiceState? = .healthy
        /// Why they cannot.
        public var reason: String?
        /// Seconds for which the same request gets the same result.
        public var cacheSeconds = 0.0

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.word("status", &state)
            fields.field("reason", &reason)
            fields.field("cache_ttl_s", &cacheSeconds)
        }
    }

    /// The weights of the actigraphy transformer.
    public struct Model: Document {
        /// How they stand.
        public enum State: String, Word {
            /// There are none.
            case notInstalled = "not_installed"
            /// They can be used.
            case installed
            /// They cannot be read.
            case damaged
        }

        /// How they stand.
        public var state: State? = .notInstalled
        /// Why they cannot be used.
        public var reason: String?
        /// Of which model; nil where there are none.
        public var name: String?

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.word("status", &state)
            fields.field("reason", &reason)
            fields.field("model", &name)
        }
    }

    /// The name of the service.
    public var service = "PAT Analysis"
    /// Whether it works.
    public var state: ServiceState? = .healthy
    /// When it was looked.
    public var time = UTCTime.zero
    /// The gateway's version.
    public var version = ""
    /// What works the analyses out.
    public var engine = Engine()
    /// The weights of the actigraphy transformer.
    public var model = Model()

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("service", &service)
        fields.word("status", &state)
        fields.field("timestamp", &time)
        fields.field("version", &version)
        fields.field("inference_engine", &engine)
        fields.field("pat_model", &model)
    }
}
