select watch_changes(array['allergy', 'condition', 'medicine', 'surgery', 'family', 'vaccination', 'admission', 'aid', 'attachment', 'archive']);
drop trigger record_change on archive;
create trigger record_change after insert or update or delete on archive for each row
  when (not is_derived()) execute function record_change();
drop trigger stamp_row on archive;
create trigger stamp_row before insert or update on archive for each row when (not is_derived()) execute function stamp_row();
