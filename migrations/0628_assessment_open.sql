-- Readers of everybody: drafts and what waits for a review, among many finished ones.
create index assessment_open on assessment (status, date desc, id desc) where status in ('draft', 'review');
