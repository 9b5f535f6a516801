/// Which models of the actigraphy transformer there are.
public struct ActivityModelsDocument: Document {
    /// What an analysis takes.
    public struct Input: Document {
        /// Minutes of an embedding: a week.
        public var minutes = 0
        /// Points of a request at most.
        public var mostPoints = 0
        /// What stands where a recording is shorter.
        public var padding = ""

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("minutes", &minutes)
            fields.field("most_points", &mostPoints)
            fields.field("padding", &padding)
        }
    }

    /// Sizes of the model.
    public struct Performance: Document {
        /// Numbers of an embedding.
        public var width = 0
        /// Minutes of one token.
        public var patchMinutes = 0
        /// Layers.
        public var layers = 0
        /// Seconds for which the same request gets the same result.
        public var cacheSeconds = 0.0

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("embedding_width", &width)
            fields.field("patch_minutes", &patchMinutes)
            fields.field("layers", &layers)
            fields.field("cache_ttl_s", &cacheSeconds)
        }
    }

    /// The model that is used, or would be.
    public var model = ""
    /// The gateway's version.
    public var version = ""
    /// Whether any weights are installed.
    public var isInitialised = false
    /// What can be asked for: `sleep_scoring`, `rhythm`, `activity_embedding`.
    public var capabilities: [String] = []
    /// What an analysis takes.
    public var input = Input()
    /// Sizes of the model.
    public var performance = Performance()
    /// Models whose weights are installed, the largest first.
    public var installed: [String] = []

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("model_type", &model)
        fields.field("version", &version)
        fields.field("initialized", &isInitialised)
        fields.field("capabilities", &capabilities)
        fields.field("input_requirements", &input)
        fields.field("performance", &performance)
        fields.field("installed", &installed)
    }
}
