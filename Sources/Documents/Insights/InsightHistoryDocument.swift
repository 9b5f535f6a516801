public import Signals

/// An insight in a list.
public struct InsightSummaryDocument: Document {
    public static var title: String? { "InsightSummary" }

    /// Its name.
    public var id = ""
    /// The day that it looks back from.
    public var date = CivilDate(daysSince1970: 0)
    /// What it is about first of all.
    public var category: InsightCategory? = .general
    /// A heading.
    public var heading = ""
    /// The words, the first 200 characters of them and `...`.
    public var narrative = ""
    /// When it was written.
    public var generated = UTCTime.zero
    /// How much data it rests on, 0 to 1.
    public var confidence = 0.0
    /// How many findings it has.
    public var keyInsights = 0
    /// How many recommendations it has.
    public var recommendations = 0
    /// Whether it was put away.
    public var isDismissed = false

    public init() {}

    /// An insight in a list.
    public init(_ insight: InsightDocument) {
        (id, date, category, heading) = (insight.id, insight.date, insight.category, insight.heading)
        narrative = insight.narrative.count > 200 ? insight.narrative.prefix(200) + "..." : insight.narrative
        (generated, confidence, isDismissed) = (insight.generated, insight.confidence, insight.isDismissed)
        (keyInsights, recommendations) = (insight.keyInsights.count, insight.recommendations.count)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("id", &id)
        fields.field("date", &date)
        fields.word("category", &category)
        fields.field("title", &heading)
        fields.field("narrative", &narrative)
        fields.field("generated_at", &generated)
        fields.field("confidence_score", &confidence)
        fields.field("key_insights_count", &keyInsights)
        fields.field("recommendations_count", &recommendations)
        fields.field("dismissed", &isDismissed)
    }
}

/// A page of a person's insights, the newest first.
public struct InsightHistoryDocument: Document {
    public static var title: String? { "InsightHistory" }

    /// Which part of all of them the page is.
    public struct Pages: Document {
        /// Insights on a page at most.
        public var limit = 10
        /// Insights before it.
        public var offset = 0
        /// The number of the page, from 1 on.
        public var current = 1
        /// How many pages there are.
        public var total = 0

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("limit", &limit)
            fields.field("offset", &offset)
            fields.field("current_page", &current)
            fields.field("total_pages", &total)
        }
    }

    /// What is on a page.
    public struct Page: Document {
        /// The insights.
        public var insights: [InsightSummaryDocument] = []
        /// How many there are in all.
        public var total = 0
        /// Whether there are more after them.
        public var hasMore = false
        /// Which part it is.
        public var pagination = Pages()

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("insights", &insights)
            fields.field("total_count", &total)
            fields.field("has_more", &hasMore)
            fields.field("pagination", &pagination)
        }
    }

    /// True; problems are told otherwise.
    public var isSuccess = true
    /// The page.
    public var page = Page()
    /// What goes along.
    public var metadata = InsightMetadata()

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("success", &isSuccess)
        fields.field("data", &page)
        fields.field("metadata", &metadata)
    }
}

/// Whether insights can be written.
public struct InsightStatusDocument: Document {
    public static var title: String? { "InsightStatus" }

    /// Who writes them.
    public struct Model: Document {
        /// The engine.
        public var name = ""
        /// Whose cloud it runs in; nil for this machine.
        public var project: String?
        /// Whether it is ready.
        public var isReady = true
        /// What it can do.
        public var capabilities: [String] = []

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("model_name", &name)
            fields.field("project_id", &project)
            fields.field("initialized", &isReady)
            fields.field("capabilities", &capabilities)
        }
    }

    /// What is told.
    public struct Told: Document {
        /// The service.
        public var service = "insights"
        /// Whether it works.
        public var state: ServiceState? = .healthy
        /// Who writes.
        public var model = Model()
        /// When this was so.
        public var time = UTCTime.zero

        public init() {}

        public mutating func fields(_ fields: inout some FieldVisitor) {
            fields.field("service", &service)
            fields.word("status", &state)
            fields.field("model", &model)
            fields.field("timestamp", &time)
        }
    }

    /// True; problems are told otherwise.
    public var isSuccess = true
    /// What is told.
    public var told = Told()
    /// What goes along.
    public var metadata = InsightMetadata()

    public init() {}

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.field("success", &isSuccess)
        fields.field("data", &told)
        fields.field("metadata", &metadata)
    }
}
