"""Floor 8: settings, URLs, processes, error pages, health checks. It knows no rules of the games."""
