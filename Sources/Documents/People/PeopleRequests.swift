/// Which person.
public struct PersonRequest: Document {
    /// The number of the person.
    public var id: RowNumber = 0

    public init() {}

    /// A person.
    public init(_ id: RowNumber) { self.id = id }

    public mutating func fields(_ fields: inout some FieldVisitor) { fields.path("id", &id) }
}

/// What an owner changes of a person; nil leaves as it is.
public struct ChangePersonRequest: Document {
    public static var isClosed: Bool { true }

    /// The number of the person.
    public var id: RowNumber = 0
    /// What they may do.
    public var role: PersonRole?
    /// What they are called.
    public var displayName: String?
    /// The address they sign in with.
    public var email: String?

    public init() {}

    /// A change.
    public init(_ id: RowNumber, role: PersonRole? = nil, displayName: String? = nil, email: String? = nil) {
        (self.id, self.role, self.displayName, self.email) = (id, role, displayName, email)
    }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.path("id", &id)
        fields.optional("role", &role, PersonRole.schema.nullable)
        fields.optional("display_name", &displayName, .displayName.nullable)
        fields.optional("email", &email, .email.nullable)
    }
}

/// A new password of a person, by an owner.
public struct ResetPasswordRequest: Document {
    public static var isClosed: Bool { true }

    /// The number of the person.
    public var id: RowNumber = 0
    /// The new password, 8 to 256 characters.
    public var password: SecretText = ""

    public init() {}

    /// A new password.
    public init(_ id: RowNumber, password: SecretText) { (self.id, self.password) = (id, password) }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.path("id", &id)
        fields.field("password", &password, .newPassword)
    }
}

/// Takes a person's account away.
public struct DeletePersonRequest: Document {
    /// What becomes of what was kept of them.
    public enum Data: String, Word {
        /// It stays, and owners look after it.
        case keep
        /// It is deleted.
        case delete
    }

    /// The number of the person.
    public var id: RowNumber = 0
    /// What becomes of what was kept of them.
    public var data = Data.keep

    public init() {}

    /// Takes an account away.
    public init(_ id: RowNumber, data: Data = .keep) { (self.id, self.data) = (id, data) }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        fields.path("id", &id)
        fields.query("data", &data, Data.schema)
    }
}

/// Whether this machine is asked for a password.
public struct LocalPasswordRequest: Document {
    public static var isClosed: Bool { true }

    /// Whether somebody must sign in who uses the gateway's own machine.
    public enum Choice: String, Word {
        /// They must.
        case on
        /// They are the first owner.
        case off
    }

    /// Whether they must.
    public var password = Choice.on

    public init() {}

    /// A choice.
    public init(_ password: Choice) { self.password = password }

    public mutating func fields(_ fields: inout some FieldVisitor) {
        // Whoever mistakes the field for that of a password must not find it repeated.
        fields.field("password", &password, Choice.schema.with("format", "password"))
    }
}
